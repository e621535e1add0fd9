import { createAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findRequest } from '../../action/requests/requestStore.ts';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { buildPayoutHaltScope, setHalts } from '../../ledger/haltStore.ts';
import {
  createApprovingRunner,
  parseRequestNumber,
  runWithWorker,
} from '../../operator/commandLine/commandRunner.testing.ts';
import type { CommandName } from '../../operator/commandLine/commands.ts';
import { runCommand } from '../../operator/commandLine/runCommand.ts';
import { createCommandContext, requestAs, testRootKeys } from '../../operator/persons/testPersons.testing.ts';
import { executeTreasuryRequests } from '../../operator/requests/executeTreasuryRequests.ts';
import type { Database } from '../../platform/database/database.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import type { Chain } from '../../providers/chain/chainPort.ts';
import { refused } from '../../providers/outcome.ts';
import { saveOwnAddress } from '../withdrawal/allowedAddressStore.ts';
import { insertWithdrawal } from '../withdrawal/withdrawalStore.ts';

const { database } = await openOwnDatabase(6);
const { catalog } = seededSettings();
const BITCOIN = catalog.cryptos.get('BTC')?.network.chain ?? '';
const OWN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const COLD = 'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ';
const denied = new Set<string>();

let getIncoming: () => ReturnType<Chain['getIncoming']> = async () => refused('not_found');

/** Accepts every address that does not begin with `bad`, and converts capitals to lower case. */
const chain = {
  network: BITCOIN,
  getIncoming: () => getIncoming(),
  nativeAsset: catalog.cryptos.get('BTC')?.asset,
  traits: { toComparableAddress: (address: string) => address.toLowerCase() },
  validateAddress: (address: string) =>
    address.startsWith('bad')
      ? { valid: false, fault: 'malformed' }
      : { valid: true, normalized: address.toLowerCase() },
} as unknown as Chain;

const run = (command: CommandName, args: readonly string[], by = 'anna', options: Record<string, string> = {}) =>
  runWithWorker(runCommand(createCommandContext(by, { database, options }), command, args), () => executeRequests());
const runApproved = createApprovingRunner('ben', run);

const executeRequests = (given: Database = database) =>
  executeTreasuryRequests({
    database: given,
    venue: { id: 'fake' },
    catalog,
    chains: new Map([[BITCOIN, chain]]),
    screening: { isDenied: (address) => denied.has(address) },
    log: createLog('silent'),
    rootKeys: testRootKeys,
    isSandbox: true,
  });

/** Stores a price that does not become outdated during a test. */
async function storePrice(mid: string): Promise<void> {
  await database.run(sql`
    insert into market_prices (base, quote, mid, sources, trusted, observed_at)
    values ('BTC', 'EUR', ${mid}, '{a,b}', true, now() + interval '1 hour')
    on conflict (base, quote) do update set mid = excluded.mid, observed_at = excluded.observed_at`);
}

const listWithdrawals = () =>
  database.many<{ address: string; units: bigint; status: string }>(
    sql`select address, units, status from withdrawals order by id`,
  );
const failWithdrawals = () => database.run(sql`update withdrawals set status = 'failed'`);

beforeEach(() => database.run(sql`delete from withdrawals`));

beforeAll(async () => {
  await seedConfiguration(database, []);
  await saveOwnAddress(database, { network: BITCOIN, address: OWN, written: OWN });
});

describe('a withdrawal', () => {
  test('of a small amount to the treasury needs one person', async () => {
    await storePrice('60000');
    expect(await run('withdraw', ['BTC', '0.01'])).toContain(`0.01000000 BTC to ${OWN} is requested at the exchange`);
    expect(await listWithdrawals()).toMatchObject([{ address: OWN, units: 1_000_000n, status: 'requested' }]);
    expect(await run('list', ['withdrawals'])).toMatch(/requested +0\.01000000 +BTC/);
    await failWithdrawals();
  });

  test('of a large amount is requested only after a second person approves', async () => {
    await storePrice('60000');
    const before = (await listWithdrawals()).length;
    const request = parseRequestNumber(await run('withdraw', ['BTC', '0.02']));
    await executeRequests();
    expect(await listWithdrawals()).toHaveLength(before);
    await expect(run('approve', [request], 'anna')).rejects.toThrow('your own');
    expect(await run('approve', [request], 'ben')).toContain('is requested at the exchange');
    expect(await listWithdrawals()).toHaveLength(before + 1);
    const { approvedBy } = await database.one<{ approvedBy: string }>(sql`
      select approved_by as "approvedBy" from audit_trail where action = 'withdraw' order by id desc limit 1`);
    expect(approvedBy).toBe('ben');
    await failWithdrawals();
  });

  test('without a price needs a second person', async () => {
    await database.run(sql`delete from market_prices`);
    const request = parseRequestNumber(await run('withdraw', ['BTC', '0.00001']));
    expect(request).toMatch(/\d/);
    await run('reject', [request], 'ben');
    await executeRequests();
    expect((await listWithdrawals()).filter(({ status }) => status === 'requested')).toEqual([]);
  });

  test('needs a second person when the amounts of a day exceed the threshold', async () => {
    await storePrice('60000');
    await run('withdraw', ['BTC', '0.01']);
    await database.run(sql`update withdrawals set status = 'taken', sending_at = now(), venue_id = id::text
      where status = 'requested'`);
    const request = parseRequestNumber(await run('withdraw', ['BTC', '0.01']));
    expect(request).toMatch(/\d/);
    await run('reject', [request], 'ben');
    await failWithdrawals();
  });

  test('needs a second person if another withdrawal reaches the threshold before it is executed', async () => {
    await storePrice('60000');
    const asset = catalog.cryptos.get('BTC')?.asset;
    if (!asset) throw new Error('there is no BTC');
    const other = await requestAs(database, { action: 'allow-address', subject: 'x', input: {} });
    const input = { crypto: 'BTC', units: '1000000', address: OWN };
    const id = await requestAs(database, { action: 'withdraw', subject: '0.01000000 BTC', input });
    const amount = createAmount(asset, 1_000_000n);
    await executeRequests({
      ...database,
      // Another worker inserts the other withdrawal after this one was judged.
      async transaction(work) {
        const inserted = { venue: 'fake', crypto: 'BTC', currency: 'BTC', amount, network: 'bitcoin', address: COLD };
        await database.transaction((transaction) => insertWithdrawal(transaction, other, inserted));
        return database.transaction(work);
      },
    });
    expect(await listWithdrawals()).toMatchObject([{ address: COLD }]);
    expect(await findRequest(database, id)).toMatchObject({
      status: 'refused',
      result: expect.stringContaining('above the limit for one person'),
    });
  });

  test('uses the threshold that the operator configured', async () => {
    await storePrice('60000');
    await runApproved('set', ['rule', 'withdrawalSecondApprovalAboveEuro', '10000']);
    expect(await run('withdraw', ['BTC', '0.1'])).toContain('is requested at the exchange');
    await failWithdrawals();
    await runApproved('set', ['rule', 'withdrawalSecondApprovalAboveEuro', '1000']);
  });

  test('is refused while the ledger and the balance of the coin differ', async () => {
    const asset = catalog.cryptos.get('BTC')?.asset.id ?? '';
    const halt = (...assets: string[]) =>
      database.transaction((transaction) => setHalts(transaction, 'difference:1', assets.map(buildPayoutHaltScope)));
    await storePrice('60000');
    await halt(asset);
    await expect(run('withdraw', ['BTC', '0.001'])).rejects.toThrow('the ledger and the balance of this coin differ');
    await halt();
    expect(await run('withdraw', ['BTC', '0.001'])).toContain('is requested at the exchange');
    await failWithdrawals();
  });

  test('of the same coin to the same address is refused while the first is in progress', async () => {
    await storePrice('60000');
    await run('withdraw', ['BTC', '0.001']);
    await expect(run('withdraw', ['BTC', '0.001'])).rejects.toThrow('is in progress');
    await failWithdrawals();
  });

  test.each([
    [['NOPE', '1'], {}, 'no crypto NOPE'],
    [['BTC', '0'], {}, 'is not an amount of BTC'],
    [['BTC', '-1'], {}, 'is not an amount of BTC'],
    [['BTC', '0.000000001'], {}, 'is not an amount of BTC'],
    [['BTC'], {}, 'AMOUNT is not an amount'],
    [['BTC', '1'], { network: 'polygon' }, 'no crypto BTC polygon'],
    [['BTC', '1'], { to: COLD }, 'allow-address bitcoin'],
    [['ETH', '1'], {}, 'no worker has reported the treasury address of ethereum'],
  ])('%j with %j is refused', async (args, options, message) => {
    await expect(run('withdraw', args, 'anna', options)).rejects.toThrow(message);
  });
});

describe('the allow list of addresses', () => {
  test('accepts an address that two people approve, and then permits withdrawals to it', async () => {
    await storePrice('60000');
    const request = parseRequestNumber(await run('allow-address', ['bitcoin', COLD]));
    await executeRequests();
    await expect(run('withdraw', ['BTC', '0.001'], 'anna', { to: COLD })).rejects.toThrow('not on the allow list');
    expect(await run('approve', [request], 'ben')).toContain('coins can be withdrawn to');
    expect(await run('withdraw', ['BTC', '0.001'], 'anna', { to: COLD })).toContain(COLD.toLowerCase());
    await failWithdrawals();
    const again = parseRequestNumber(await run('allow-address', ['bitcoin', COLD]));
    // An allowed address can be requested and approved again, for example after the former approver has left.
    expect(await run('approve', [again], 'ben')).toContain('coins can be withdrawn to');
  });

  test('rejects an invalid address, a denied one and an unknown network', async () => {
    denied.add('bc1denied');
    for (const [address, message] of [
      ['bad-address', 'the address is not valid on bitcoin'],
      ['bc1denied', 'deny list'],
    ] as const) {
      const request = parseRequestNumber(await run('allow-address', ['bitcoin', address]));
      await expect(run('approve', [request], 'ben')).rejects.toThrow(message);
    }
    await expect(run('allow-address', ['moon', 'x'])).rejects.toThrow('no network moon');
    await expect(run('allow-address', ['bitcoin'])).rejects.toThrow('give the address');
  });

  test('is checked again when a withdrawal is approved, as is the deny list', async () => {
    await storePrice('60000');
    const request = parseRequestNumber(await run('withdraw', ['BTC', '0.5'], 'anna', { to: COLD }));
    denied.add(COLD.toLowerCase());
    await expect(run('approve', [request], 'ben')).rejects.toThrow('deny list');
    denied.clear();
    const other = parseRequestNumber(await run('withdraw', ['BTC', '0.5'], 'anna', { to: COLD }));
    await database.run(sql`delete from treasury_addresses where not own`);
    await expect(run('approve', [other], 'ben')).rejects.toThrow('not on the allow list');
  });

  test('contains no address of the treasury except the current one', async () => {
    await saveOwnAddress(database, { network: BITCOIN, address: 'bc1qnew', written: 'bc1qnew' });
    await expect(run('withdraw', ['BTC', '0.001'], 'anna', { to: OWN })).rejects.toThrow('not on the allow list');
    await saveOwnAddress(database, { network: BITCOIN, address: OWN, written: OWN });
  });
});

test('fifty deposits that the node cannot confirm yet do not delay a later request', async () => {
  await storePrice('60000');
  const deposit = (transaction: string) => ({
    action: 'top-up' as const,
    subject: `BTC ${transaction}`,
    input: { crypto: 'BTC', transaction, from: 'transit' },
  });
  getIncoming = async () => ({ kind: 'unavailable', retryAfterMs: 0, detail: 'the node does not answer' });
  for (let number = 0; number < 50; number += 1) await requestAs(database, deposit(`transaction ${number}`));
  expect(await run('withdraw', ['BTC', '0.001'])).toContain('is requested at the exchange');
  getIncoming = async () => refused('not_found');
  await executeRequests();
  expect(await database.many(sql`select 1 from operator_requests where status = 'approved'`)).toEqual([]);
});
