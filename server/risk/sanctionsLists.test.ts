import sql, { raw } from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { roleDatabase } from '../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../platform/log/log.ts';
import { deriveKeys } from '../platform/secrets.ts';
import { ok } from '../providers/outcome.ts';
import { composeList } from '../providers/sanctions/composeList.ts';
import { collectSanctions, createSanctionsLists } from './sanctionsLists.ts';
import { createScreening } from './screening.ts';

const { database } = await openOwnDatabase();
const worker = roleDatabase(database, 'worker');
const keys = deriveKeys(Buffer.from('a secret for these tests alone, long enough'));
const rules = { sanctionsEditionMaximumAgeMs: 30 * 86_400_000 };

const SOURCE = 'ofac';
const LISTED = '0x000000000000000000000000000000000000dEaD';
const others = Array.from({ length: 9 }, (_, at) => `0x${String(at).padStart(40, '0')}`);
const FETCHED = [LISTED, ...others];

async function collect(addresses: readonly string[], seal = keys): Promise<void> {
  const list = composeList(SOURCE, addresses, { publishedAt: new Date() });
  const context = { database: worker, log: createLog('silent'), keys: seal, rules };
  await collectSanctions(context, [{ id: SOURCE, fetchList: async () => ok(list) }]);
}

/** Returns the verdict of a freshly started process, such as the restarted signer, with nothing in memory. */
async function judgeInFreshProcess(seal = keys): Promise<string> {
  const lists = createSanctionsLists(database, seal.sanctionsSeal, [SOURCE]);
  await lists.follow();
  return createTestScreening(lists).judge(LISTED, new Date()).outcome;
}

function createTestScreening(lists: ReturnType<typeof createSanctionsLists>) {
  return createScreening({
    deniedAddresses: () => [],
    lists: lists.current,
    maximumAgeMs: () => 60_000,
    editionMaximumAgeMs: () => rules.sanctionsEditionMaximumAgeMs,
  });
}

beforeEach(async () => {
  await database.run(sql`delete from sanctions_addresses`);
  await database.run(sql`delete from sanctions_lists`);
  await database.run(sql`delete from operator_alerts`);
  await collect(FETCHED);
});

/** Returns a change for each column, read from the schema so that new columns are included. */
async function listColumnChanges(): Promise<string[]> {
  const columns = await database.many<{ table: string; name: string; type: string }>(sql`
    select table_name as table, column_name as name, udt_name as type from information_schema.columns
    where table_name in ('sanctions_lists', 'sanctions_addresses') and table_schema = 'public'`);
  const values: Readonly<Record<string, readonly string[]>> = {
    text: ["'other'", "''"],
    timestamptz: ["now() + interval '9 years'", "now() - interval '1 second'", "'infinity'"],
    bytea: ["''", "decode('00', 'hex')", 'null'],
  };
  return columns.flatMap(({ table, name, type }) =>
    (values[type] ?? []).map((value) => {
      const one = table === 'sanctions_addresses' ? ` where address = '${LISTED.toLowerCase()}'` : '';
      return `update ${table} set ${name} = ${value}${one}`;
    }),
  );
}

describe('someone with the worker’s database role', () => {
  test('cannot pass a listed address by changing one or two columns', async () => {
    const changes = [
      ...(await listColumnChanges()),
      'delete from sanctions_addresses',
      `delete from sanctions_addresses where address = '${LISTED.toLowerCase()}'`,
      'delete from sanctions_lists',
      "insert into sanctions_addresses values ('ofac', 'more')",
    ];
    expect(changes.length).toBeGreaterThan(15);
    let tried = 0;
    for (const [at, first] of changes.entries()) {
      for (const second of changes.slice(at)) {
        const outcome = await database
          .transaction(async (transaction) => {
            for (const change of new Set([first, second])) await transaction.run(raw(change));
            const lists = createSanctionsLists(
              { ...database, many: transaction.many.bind(transaction) },
              keys.sanctionsSeal,
              [SOURCE],
            );
            await lists.follow();
            throw new Verdict(createTestScreening(lists).judge(LISTED, new Date()).outcome);
          })
          // A change that the table's constraints reject has no effect.
          .catch((error: unknown) => (error instanceof Verdict ? error.message : 'refused'));
        expect(outcome, `${first}; ${second}`).not.toBe('clear');
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(100);
    expect(await judgeInFreshProcess()).toBe('denied');
  });

  test('is detected by the next fetch, which restores the list and raises an alert', async () => {
    await worker.run(sql`delete from sanctions_addresses where address = ${LISTED.toLowerCase()}`);
    expect(await judgeInFreshProcess()).toBe('stale');
    await collect(FETCHED);
    expect(await judgeInFreshProcess()).toBe('denied');
    const alerts = await database.many(
      sql`select facts ->> 'detail' as detail from operator_alerts where kind = 'sanctions_list'`,
    );
    expect(alerts).toEqual([{ detail: 'the stored list differed from the fetched one' }]);
  });

  test('cannot keep a list valid by changing its date', async () => {
    await worker.run(sql`update sanctions_lists set published_at = '2099-01-01'`);
    await collect(FETCHED);
    const { years } = await database.one<{ years: number }>(
      sql`select extract(year from published_at)::int as years from sanctions_lists`,
    );
    expect(years).toBe(new Date().getUTCFullYear());
  });
});

test('keeps using the list that it has read when the tables are changed', async () => {
  const lists = createSanctionsLists(database, keys.sanctionsSeal, [SOURCE]);
  await lists.follow();
  await worker.run(sql`delete from sanctions_addresses`);
  await worker.run(sql`update sanctions_lists set hash = 'other'`);
  await lists.follow();
  expect(createTestScreening(lists).judge(LISTED, new Date()).outcome).toBe('denied');
});

test('accepts a seal of a former secret', async () => {
  const former = Buffer.from('a secret for these tests alone, long enough');
  expect(await judgeInFreshProcess(deriveKeys(Buffer.from('another secret, which came after it'), [former]))).toBe(
    'denied',
  );
  expect(await judgeInFreshProcess(deriveKeys(Buffer.from('another secret, which came after it')))).toBe('stale');
});

class Verdict extends Error {}
