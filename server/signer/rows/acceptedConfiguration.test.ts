import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { findRequest } from '../../action/requests/requestStore.ts';
import { signAndSaveStatement } from '../../action/statements/signAndSaveStatement.ts';
import { removeRow, seedConfiguration, setRow } from '../../configuration/changeConfiguration.ts';
import { computeRowEdition } from '../../configuration/computeRowEdition.ts';
import { readSeeds, SEEDS_FOLDER } from '../../configuration/readSeeds.ts';
import { approveAs, requestAs, testRootKeys } from '../../operator/persons/testPersons.testing.ts';
import { executeClerkRequests } from '../../operator/requests/executeClerkRequests.ts';
import { ANSWER_ACTS } from '../../operator/requests/requestAnswer.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { getTestKey } from '../../platform/persons/testPersonKeys.testing.ts';
import { createIso20022Files } from '../../providers/bank/iso20022/iso20022.ts';
import { requireCrypto } from '../../purchase/catalog/catalog.ts';
import { createAcceptanceFile } from './acceptanceFile.ts';
import { openAcceptedConfiguration } from './acceptedConfiguration.ts';
import { createAcceptedRowFile } from './acceptedRowFile.ts';
import { reviewRows } from './reviewRows.ts';
import { digestRows, readUsedRows } from './usedRows.ts';

const { database } = await openOwnDatabase(4);
await seedConfiguration(database, []);
await database.run(sql`create table seeded_configuration as select * from configuration`);
const seeds = await readSeeds(SEEDS_FOLDER);
const operator = roleDatabase(database, 'operator');
/** A role that may write the rows without a signature. */
const attacker = roleDatabase(database, 'clerk');
const clerk = {
  database: attacker,
  rootKeys: testRootKeys,
  isSandbox: true,
  bankFiles: createIso20022Files(),
  log: createLog('silent'),
};
const folder = await mkdtemp(join(tmpdir(), 'slipway-rows-'));
afterAll(() => rm(folder, { recursive: true }));
afterEach(async () => {
  await database.run(sql`truncate configuration, configuration_seeds`);
  await database.run(sql`insert into configuration select * from seeded_configuration`);
  await database.run(sql`update operator_requests set status = 'rejected' where status in ('waiting', 'approved')`);
});

const DECISION = { who: 'mallory', why: 'a test' };
const ACCOUNT = {
  accountHolder: 'Operator',
  account: 'DE75512108001245126199',
  bankCode: 'SOGEDEFF',
  bankName: 'A bank',
};
const DENIED = '0x00000000000000000000000000000000000000dd';
const HOUR_S = 3_600;
let made = 0;

/** Starts a signer with its own folder, which outlasts it. */
async function startSigner(name = `folder${(made += 1)}`) {
  const queries: string[] = [];
  const clock = { ms: Date.now() };
  const inner = roleDatabase(database, 'signer');
  const counting = {
    ...inner,
    many: ((query: { sql: string }) => (queries.push(query.sql), inner.many(query as never))) as typeof inner.many,
  };
  const path = join(folder, name);
  const acceptance = createAcceptanceFile(`${path}.accepted`);
  const context = {
    database: counting,
    rootKeys: testRootKeys,
    isSandbox: true,
    seeds,
    rowStore: createAcceptedRowFile(path),
    acceptance,
    log: createLog('silent'),
    now: () => new Date(clock.ms),
  };
  const configuration = await openAcceptedConfiguration(context);
  const crypto = (id: string) => requireCrypto(configuration.settings().catalog, id);
  /** Follows the configuration and returns the reported contradictions. */
  async function look() {
    await configuration.follow();
    return configuration.contradictions();
  }
  return { ...configuration, crypto, look, path, context, name, acceptance, queries, clock };
}

/** Changes a row with the clerk's role, without operators' signatures. */
async function writeUnsigned(kind: string, key: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
  await attacker.transaction((transaction) => setRow(transaction, { kind, key, fields }, DECISION));
}

const requestChange = (
  kind: string,
  key: string,
  fields: Readonly<Record<string, unknown>> | null,
  more: object = {},
) =>
  requestAs(operator, {
    action: fields === null ? 'remove' : 'set',
    subject: `${kind} ${key}`,
    input: { change: JSON.stringify({ kind, key, fields: fields ?? {} }), ...more },
  });

/** Changes a row with signatures of anna and ben, which the clerk executes like every change of operators. */
async function changeSigned(
  kind: string,
  key: string,
  fields: Readonly<Record<string, unknown>> | null,
): Promise<number> {
  const id = await requestChange(kind, key, fields);
  await approveAs(operator, id, 'ben');
  await executeClerkRequests(clerk);
  expect(await findRequest(database, id)).toMatchObject({ status: 'done' });
  return id;
}

describe('a row that operators have not signed', () => {
  const changes: readonly (readonly [
    what: string,
    kind: string,
    key: string,
    fields: Readonly<Record<string, unknown>>,
  ])[] = [
    ['digits', 'crypto', 'USDC', { decimals: 18 }],
    ['contract', 'crypto', 'USDC', { asset: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }],
    ['market', 'crypto', 'ETH', { marketBase: 'POL' }],
    ['network of a coin', 'crypto', 'USDC', { network: 'base' }],
    ['chain', 'network', 'polygon', { chain: 'eip155:987654321987' }],
    ['cap of a fee', 'network', 'ethereum', { maximumFee: '900' }],
    ['cap of a currency', 'currency', 'EUR', { maximum: '900000' }],
    ['age of a list', 'rule', 'sanctionsMaximumAgeHours', { value: 8_000 }],
    ['need of a second person', 'rule', 'limitsNeedSecondApproval', { value: 'no' }],
  ];

  test.each(changes)('changes nothing: %s', async (_what, kind, key, fields) => {
    const { settings, look, name } = await startSigner();
    const before = settings();
    await writeUnsigned(kind, key, fields);
    const found = [{ row: `${kind} ${key}`, change: 'changed' }];
    expect(await look()).toEqual(found);
    expect(settings()).toBe(before);
    const next = await startSigner(name);
    expect(next.contradictions()).toEqual(found);
    expect(next.settings().rules).toEqual(before.rules);
    expect(next.settings().catalog.cryptos).toEqual(before.catalog.cryptos);
    expect(next.settings().catalog.networks).toEqual(before.catalog.networks);
  });

  test('is neither added nor removed', async () => {
    await writeUnsigned('transfer-account', 'EUR', ACCOUNT);
    const { settings, look } = await startSigner();
    await writeUnsigned('denied-address', DENIED, { reason: 'a test' });
    await writeUnsigned('transfer-account', 'CHF', ACCOUNT);
    await attacker.transaction((transaction) =>
      removeRow(transaction, { kind: 'transfer-account', key: 'EUR' }, DECISION),
    );
    expect(await look()).toEqual([
      { row: 'transfer-account EUR', change: 'removed' },
      { row: `denied-address ${DENIED}`, change: 'added' },
      { row: 'transfer-account CHF', change: 'added' },
    ]);
    expect([...settings().catalog.transferAccounts.keys()]).toEqual(['EUR']);
    expect(settings().deniedAddresses).toEqual([]);
  });

  test('is no contradiction once its accepted value is restored', async () => {
    const { look } = await startSigner();
    await writeUnsigned('crypto', 'DAI', { decimals: 6 });
    expect(await look()).toHaveLength(1);
    await writeUnsigned('crypto', 'DAI', { decimals: 18 });
    expect(await look()).toEqual([]);
  });

  test('is found although its change time was not updated', async () => {
    const { look, clock, crypto } = await startSigner();
    await attacker.run(sql`
      update configuration set value = jsonb_set(value, '{decimals}', '6') where kind = 'crypto' and key = 'DAI'`);
    clock.ms += 59_000;
    expect(await look()).toEqual([]);
    clock.ms += 2_000;
    expect(await look()).toEqual([{ row: 'crypto DAI', change: 'changed' }]);
    expect(crypto('DAI').asset.decimals).toBe(18);
  });

  test('is ignored if the signer does not use its kind, readable or not', async () => {
    const { look } = await startSigner();
    await attacker.run(sql`update configuration set value = '{"no": "fee"}' where kind = 'fee'`);
    expect(await look()).toEqual([]);
  });

  test('does not block other changes when it cannot be read', async () => {
    const { look, crypto } = await startSigner();
    await changeSigned('crypto', 'LINK', { marketBase: 'UNI' });
    await attacker.run(
      sql`update configuration set value = '{}', changed_at = now() where kind = 'crypto' and key = 'DAI'`,
    );
    expect(await look()).toEqual([{ row: 'crypto DAI', change: 'changed' }]);
    expect(crypto('LINK').marketBase).toBe('UNI');
  });
});

describe('a change that operators have signed', () => {
  test('is applied: a changed row, a new row and a removed row', async () => {
    const { look, crypto, settings, name } = await startSigner();
    await changeSigned('crypto', 'LINK', { marketBase: 'UNI', decimals: 8 });
    await changeSigned('transfer-account', 'EUR', ACCOUNT);
    expect(await look()).toEqual([]);
    expect(crypto('LINK')).toMatchObject({ marketBase: 'UNI', asset: { decimals: 8 } });
    expect(settings().catalog.transferAccounts.get('EUR')).toEqual(ACCOUNT);
    await changeSigned('transfer-account', 'EUR', null);
    expect(await look()).toEqual([]);
    expect(settings().catalog.transferAccounts.size).toBe(0);
    const next = await startSigner(name);
    expect(next.contradictions()).toEqual([]);
    expect(next.crypto('LINK').marketBase).toBe('UNI');
  });

  test('is applied when several changes were made while the signer was down', async () => {
    const { name } = await startSigner();
    await changeSigned('crypto', 'LINK', { decimals: 8 });
    await changeSigned('crypto', 'LINK', { marketBase: 'UNI' });
    await changeSigned('crypto', 'LINK', { decimals: 6 });
    const next = await startSigner(name);
    expect(next.contradictions()).toEqual([]);
    expect(next.crypto('LINK')).toMatchObject({ marketBase: 'UNI', asset: { decimals: 6 } });
  });

  test('is applied even if a server of another version stored it without a field that has a default', async () => {
    const { look, crypto } = await startSigner();
    await changeSigned('crypto', 'LINK', { decimals: 8 });
    await database.run(sql`update configuration set value = value - 'popular' where kind = 'crypto' and key = 'LINK'`);
    expect(await look()).toEqual([]);
    expect(crypto('LINK')).toMatchObject({ popular: false, asset: { decimals: 8 } });
  });

  test('by one person is applied only where one is enough', async () => {
    const { look, settings, crypto } = await startSigner();
    await requestChange('denied-address', DENIED, { reason: 'a test' });
    await writeUnsigned('denied-address', DENIED, { reason: 'a test' });
    await requestChange('crypto', 'UNI', { enabled: false });
    await writeUnsigned('crypto', 'UNI', { enabled: false });
    expect(await look()).toEqual([]);
    expect(settings().deniedAddresses).toEqual([DENIED]);
    await requestChange('crypto', 'USDC', { decimals: 18 });
    await writeUnsigned('crypto', 'USDC', { decimals: 18 });
    expect(await look()).toEqual([{ row: 'crypto USDC', change: 'changed' }]);
    expect(crypto('USDC').asset.decimals).toBe(6);
  });

  test('counts for no other value, and not after a rejection', async () => {
    const { look } = await startSigner();
    const id = await requestChange('crypto', 'USDC', { decimals: 8 });
    await approveAs(operator, id, 'ben');
    await writeUnsigned('crypto', 'USDC', { decimals: 18 });
    expect(await look()).toEqual([{ row: 'crypto USDC', change: 'changed' }]);
    const speaker = {
      database: operator,
      rootKeys: testRootKeys,
      isSandbox: true,
      signer: getTestKey('carl'),
      who: 'carl',
      why: 'a test',
    };
    await signAndSaveStatement(speaker, ANSWER_ACTS.reject, {
      statement: (await findRequest(database, id))?.requestStatement ?? '',
    });
    await writeUnsigned('crypto', 'USDC', { decimals: 8 });
    expect(await look()).toHaveLength(1);
  });

  test('counts only from its time until a day after it', async () => {
    const { look } = await startSigner();
    const late = await startSigner();
    const now = (await database.now()).getTime();
    const { value } = await database.one<{ value: unknown }>(
      sql`select value from configuration where kind = 'crypto' and key = 'USDC'`,
    );
    const notBefore = new Date(now + 2 * HOUR_S * 1_000).toISOString();
    const more = { notBefore, edition: computeRowEdition(value) };
    await approveAs(operator, await requestChange('crypto', 'USDC', { decimals: 8 }, more), 'ben');
    await writeUnsigned('crypto', 'USDC', { decimals: 8 });
    expect(await look()).toHaveLength(1);
    const pass = (hours: number) =>
      database.run(sql`update clock set offset_seconds = offset_seconds + ${hours * HOUR_S}`);
    await pass(2.1);
    await writeUnsigned('crypto', 'USDC', { decimals: 8 });
    expect(await look()).toEqual([]);
    await pass(24);
    expect(await late.look()).toEqual([{ row: 'crypto USDC', change: 'changed' }]);
  });

  test('of a coin does not make the signer accept the coin’s network', async () => {
    const { look } = await startSigner();
    const network = {
      chain: 'eip155:10',
      name: 'Optimism',
      nativeCrypto: 'ETH_OP',
      expectedMinutes: 2,
      explorerUrl: 'https://example.org/tx/',
    };
    const coin = {
      symbol: 'ETH',
      name: 'Ether',
      network: 'optimism',
      decimals: 18,
      asset: 'slip44:60',
      spread: '0.01',
    };
    await writeUnsigned('network', 'optimism', network);
    await changeSigned('crypto', 'ETH_OP', coin);
    await changeSigned('crypto', 'UNI', { marketBase: 'LINK' });
    expect(await look()).toEqual([
      { row: 'crypto ETH_OP', change: 'added' },
      { row: 'network optimism', change: 'added' },
    ]);
    await changeSigned('network', 'optimism', { expectedMinutes: 3 });
    expect(await look()).toHaveLength(2);
  });
});

describe('an older signature does not restore an older value', () => {
  test('after the newer change was applied', async () => {
    const { look, crypto } = await startSigner();
    await changeSigned('crypto', 'USDC', { decimals: 8 });
    expect(await look()).toEqual([]);
    await changeSigned('crypto', 'USDC', { decimals: 6 });
    expect(await look()).toEqual([]);
    await writeUnsigned('crypto', 'USDC', { decimals: 8 });
    expect(await look()).toEqual([{ row: 'crypto USDC', change: 'changed' }]);
    expect(crypto('USDC').asset.decimals).toBe(6);
  });

  test('although the signer was down for both changes and their requests were altered', async () => {
    const { name } = await startSigner();
    await changeSigned('crypto', 'USDC', { decimals: 8 });
    const newer = await changeSigned('crypto', 'USDC', { decimals: 6 });
    await database.run(sql`update operator_requests set status = 'refused', requested_with = null where id = ${newer}`);
    await writeUnsigned('crypto', 'USDC', { decimals: 8 });
    const { contradictions, crypto } = await startSigner(name);
    expect(contradictions()).toEqual([{ row: 'crypto USDC', change: 'changed' }]);
    expect(crypto('USDC').asset.decimals).toBe(6);
  });

  test('after the first start, which accepts the current rows', async () => {
    await changeSigned('crypto', 'USDC', { decimals: 8 });
    await writeUnsigned('crypto', 'USDC', { decimals: 6 });
    const { look } = await startSigner();
    await writeUnsigned('crypto', 'USDC', { decimals: 8 });
    expect(await look()).toEqual([{ row: 'crypto USDC', change: 'changed' }]);
  });

  test('of a row whose removal was applied', async () => {
    const { look } = await startSigner();
    await changeSigned('transfer-account', 'EUR', ACCOUNT);
    await look();
    await changeSigned('transfer-account', 'EUR', null);
    await look();
    await writeUnsigned('transfer-account', 'EUR', ACCOUNT);
    expect(await look()).toEqual([{ row: 'transfer-account EUR', change: 'added' }]);
  });
});

describe('the accepted rows', () => {
  test('are those of the first start, plus seeds that later versions add', async () => {
    for (const table of [sql`configuration`, sql`configuration_seeds`])
      await database.run(sql`delete from ${table} where kind = 'crypto' and key in ('DAI', 'LINK')`);
    const { look, settings, path } = await startSigner();
    expect(settings().catalog.cryptos.has('DAI')).toBe(false);
    expect(await readFile(path, 'utf8')).toContain('"USDC"');
    await seedConfiguration(database, []);
    await writeUnsigned('crypto', 'LINK', { decimals: 6 });
    expect(await look()).toEqual([{ row: 'crypto LINK', change: 'added' }]);
    expect(settings().catalog.cryptos.has('DAI')).toBe(true);
  });

  test('are not read from a damaged file', async () => {
    const { path, name } = await startSigner();
    const whole = await readFile(path, 'utf8');
    for (const text of ['', '{}', '{"rows":[]}', whole.slice(0, -10)]) {
      await writeFile(path, text);
      await expect(startSigner(name)).rejects.toThrow('does not contain the accepted configuration');
    }
  });

  test('are reported when this version cannot read them', async () => {
    const { path, name } = await startSigner();
    await writeFile(path, (await readFile(path, 'utf8')).replace('"decimals": 6', '"decimals": "six"'));
    await expect(startSigner(name)).rejects.toThrow(/^the accepted configuration in the signer's folder .* decimals/);
  });

  test('are replaced on the machine only with the matching digest', async () => {
    const { look, crypto, acceptance, name } = await startSigner();
    await writeUnsigned('crypto', 'USDC', { decimals: 18 });
    const digest = digestRows(await readUsedRows(database));
    await writeUnsigned('crypto', 'USDT', { decimals: 18 });
    await acceptance.write(digest);
    expect(await look()).toHaveLength(2);
    expect(await acceptance.read()).toBeUndefined();
    await writeUnsigned('crypto', 'USDT', { decimals: 6 });
    await acceptance.write(digest);
    expect(await look()).toEqual([]);
    expect(crypto('USDC').asset.decimals).toBe(18);
    expect((await startSigner(name)).crypto('USDC').asset.decimals).toBe(18);
  });

  test('are printed next to the current rows, with the digest for accepting the current rows', async () => {
    const { look, context, crypto, acceptance } = await startSigner();
    expect(await reviewRows(context, undefined)).toEqual([
      'The configuration is the accepted one, or differs from it by what operators have signed.',
    ]);
    await writeUnsigned('transfer-account', 'EUR', ACCOUNT);
    await writeUnsigned('crypto', 'USDC', { decimals: 18 });
    const lines = await reviewRows(context, undefined);
    const row = lines.indexOf('changed  crypto USDC');
    expect(lines[row + 1]).toMatch(/^ {2}accepted {2}\{.*"decimals":6[,}]/);
    expect(lines[row + 2]).toMatch(/^ {2}present {3}\{.*"decimals":18[,}]/);
    expect(lines).toContain('added  transfer-account EUR');
    const digest = lines.at(-1)?.split(' ').at(-1) ?? '';
    await expect(reviewRows(context, 'f'.repeat(32))).rejects.toThrow(digest);
    expect(await acceptance.read()).toBeUndefined();
    await reviewRows(context, digest);
    expect(await look()).toEqual([]);
    expect(crypto('USDC').asset.decimals).toBe(18);
    const before = { ...context, rowStore: createAcceptedRowFile(join(folder, 'none')) };
    expect(await reviewRows(before, undefined)).toEqual([expect.stringContaining('has not started yet')]);
  });

  test('are compared with the database again only after a change', async () => {
    const { follow, queries } = await startSigner();
    queries.length = 0;
    await follow();
    expect(queries).toEqual([]);
    await writeUnsigned('crypto', 'USDC', { decimals: 18 });
    await follow();
    await follow();
    const count = queries.length;
    await follow();
    expect(queries).toHaveLength(count);
  });
});
