import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openConvertedOrders } from '../purchase/delivery/convertedOrder.testing.ts';
import { saveReadSuccess } from './externalAccountStore.ts';
import { findUnreadAccounts, finishRun, leaseDueRun } from './reconciliationRunStore.ts';

const { database, createConvertedOrder } = await openConvertedOrders();

async function savePlaceRead(place: string): Promise<void> {
  const now = new Date();
  await database.transaction((transaction) => saveReadSuccess(transaction, place, { begunAt: now, readAt: now }));
}

test('signs nothing until the ledger was compared after the signer’s start', async () => {
  const { steps, readConclusion, payouts, chain } = await createConvertedOrder();
  const requireComparison = () =>
    database.run(sql`
      insert into signer_status (report, written_at)
      values (jsonb_build_object('comparedAfter', to_jsonb(clock_timestamp())), now())
      on conflict (id) do update set report = excluded.report`);
  const compare = async () => {
    const run = await leaseDueRun(database, 3_600);
    if (run === undefined) return false;
    await savePlaceRead(`chain:${chain.network}`);
    await finishRun(database, run);
    return true;
  };
  await compare();
  expect(await compare()).toBe(false);
  await requireComparison();
  await steps.send();
  expect(await readConclusion()).toBe('not_compared');
  expect(await payouts()).toEqual([]);
  // An older run that is unfinished in a restored database does not block a new one.
  await database.run(sql`
    insert into reconciliation_runs (requested_at, started_at)
    values (clock_timestamp(), (select (report ->> 'comparedAfter')::timestamptz - interval '1 minute' from signer_status))`);
  expect(await compare()).toBe(true);
  await steps.send();
  expect(await payouts()).toHaveLength(1);
  await database.run(sql`delete from signer_status`);
});

test('delays payouts briefly for a slow external account, and soon retries a paying address that could not be read', async () => {
  const { steps, readConclusion, payouts, chain } = await createConvertedOrder();
  const place = `chain:${chain.network}`;
  await database.run(sql`delete from reconciliation_runs`);
  await database.run(sql`
    insert into signer_status (report, written_at)
    values (jsonb_build_object('comparedAfter', to_jsonb(clock_timestamp())), now())
    on conflict (id) do update set report = excluded.report`);
  const run = await leaseDueRun(database, 3_600);
  await savePlaceRead(place);
  await steps.send();
  expect(await readConclusion()).toBe('not_compared');
  const backdateRuns = (seconds: number) =>
    database.run(sql`
    update reconciliation_runs set started_at = started_at - ${seconds}::int * interval '1 second'`);
  await database.run(sql`
    update signer_status set report = jsonb_build_object('comparedAfter', to_jsonb(clock_timestamp() - interval '60 seconds'))`);
  await backdateRuns(6);
  await steps.send();
  expect(await payouts()).toHaveLength(1);

  // Only a paying address that could not be read since the start is read again, and not during a run.
  const unread = () => findUnreadAccounts(database, [place]);
  await database.run(sql`update reconciliation_places set read_at = null, failures = 1 where place = ${place}`);
  expect(await unread()).toEqual([]);
  await finishRun(database, run ?? 0);
  expect(await unread()).toEqual([place]);
  expect(await findUnreadAccounts(database, ['venue:kraken'])).toEqual([]);
  await savePlaceRead(place);
  expect(await unread()).toEqual([]);
  await database.run(sql`delete from signer_status`);
});
