import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import { buildPayoutHaltScope, isHalted } from '../ledger/haltStore.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { createLog } from '../platform/log/log.ts';
import { type Outcome, ok } from '../providers/outcome.ts';
import type { ComparedRow, ComparedSide } from './compareSides.ts';
import { findUnclearedDifferences } from './differences/differenceStore.ts';
import type { ExternalAccount } from './externalAccount.ts';
import { findReadingState, readMachineClock } from './externalAccountStore.ts';
import { reconcileExternalAccount } from './reconcileExternalAccount.ts';

const { database } = await openOwnDatabase();
const context = { database, catalog: seededSettings().catalog, log: createLog('silent') };

/** Opens a new external account and its ledger side, with rows that a test sets. */
function openPlace(graceMs = 0) {
  const id = `test:${randomUUID()}`;
  const asset = `eip155:1/${randomUUID()}`;
  const answers = { there: [] as ComparedRow[], here: [] as ComparedRow[], lost: 0n, isAway: false };
  let beforeAnswer = async () => {};
  const side = (rows: readonly ComparedRow[], initial: bigint): ComparedSide => ({
    balances: new Map([[asset, rows.reduce((sum, { units }) => sum + units, initial)]]),
    rows,
  });
  const place: ExternalAccount = {
    id,
    account: 'asset:wallet',
    graceMs,
    fetchSide: async (): Promise<Outcome<ComparedSide>> => {
      const answer = side([...answers.there], -answers.lost);
      await beforeAnswer();
      return answers.isAway ? { kind: 'unavailable', retryAfterMs: 0, detail: 'away' } : ok(answer);
    },
    ledgerSide: { readBalances: async () => side(answers.here, 0n).balances, readRows: async () => answers.here },
    listHaltScopes: () => [buildPayoutHaltScope(asset)],
  };
  const row = (name: string, units: bigint): ComparedRow => ({
    id: name,
    asset,
    units,
    at: new Date(Date.now() + 1_000),
  });
  return {
    answers,
    row,
    reconcile: () => reconcileExternalAccount(context, place),
    /** Runs `act` during the next reading only, before the external account answers. */
    duringNextReading: (act: () => Promise<void>) => {
      beforeAnswer = async () => {
        beforeAnswer = async () => {};
        await act();
      };
    },
    findDifference: async () => (await findUnclearedDifferences(database, id))[0],
    isHalted: () => isHalted(database, buildPayoutHaltScope(asset)),
    findState: () => findReadingState(database, id),
    listOpenAlertKinds: async () => {
      const found = await database.many<{ kind: string }>(
        sql`select kind from operator_alerts where facts ->> 'place' = ${id} and settled_at is null order by id`,
      );
      return found.map(({ kind }) => kind);
    },
    listAlertKinds: async () => {
      const rows = await database.many<{ kind: string }>(
        sql`select kind from operator_alerts where facts ->> 'place' = ${id} order by id`,
      );
      return rows.map(({ kind }) => kind);
    },
  };
}

describe('an external account', () => {
  test('takes the first balance as the opening and agrees afterwards', async () => {
    const { answers, row, reconcile, findDifference } = openPlace();
    answers.lost = -1_000n;
    await reconcile();
    expect(await findDifference()).toBeUndefined();
    answers.there.push(row('a', 5n));
    answers.here.push(row('a', 5n));
    await reconcile();
    expect(await findDifference()).toBeUndefined();
  });

  test('includes earlier manual movements in the opening, and reports later ones as a difference', async () => {
    const { answers, row, reconcile, findDifference } = openPlace();
    const before = { ...row('funding', 9n), at: new Date(Date.now() - 60_000), byPeople: true };
    answers.there.push(before);
    await reconcile();
    await reconcile();
    expect(await findDifference()).toBeUndefined();
    answers.there.push({ ...row('withdrawal', -4n), byPeople: true });
    await reconcile();
    expect(await findDifference()).toMatchObject({ state: 'open', units: -4n, rows: [{ id: 'withdrawal' }] });
  });

  test('keeps the result of the comparison that began last when an earlier one ends later', async () => {
    const { answers, row, reconcile, duringNextReading, findDifference } = openPlace();
    answers.there.push(row('a', 5n));
    answers.here.push(row('a', 5n));
    await reconcile();
    answers.here.push(row('late', 5n));
    duringNextReading(async () => {
      answers.there.push(row('late', 5n));
      // Stored times have whole milliseconds.
      const began = await readMachineClock(database);
      await expect.poll(() => readMachineClock(database)).not.toEqual(began);
      await reconcile();
      expect(await findDifference()).toBeUndefined();
    });
    await reconcile();
    expect(await findDifference()).toBeUndefined();
  });

  test('does not include pending rows in the opening', async () => {
    const { answers, row, reconcile, findDifference } = openPlace(60_000);
    answers.there.push({ ...row('trade', 9n), at: new Date(Date.now() - 60_000) });
    await reconcile();
    expect(await findDifference()).toMatchObject({ state: 'pending', rows: [{ id: 'trade' }] });
    answers.here.push(row('trade', 9n));
    await reconcile();
    expect(await findDifference()).toBeUndefined();
  });

  test('halts at once for an unexplained loss, and lifts the halt when it agrees again', async () => {
    const { answers, reconcile, findDifference, isHalted: halted, listAlertKinds } = openPlace();
    await reconcile();
    answers.lost = 3n;
    await reconcile();
    expect(await findDifference()).toMatchObject({ state: 'open', units: -3n, restUnits: -3n });
    expect(await halted()).toBe(true);
    await reconcile();
    expect(await listAlertKinds()).toEqual(['books_differ']);
    answers.lost = 0n;
    await reconcile();
    expect(await findDifference()).toBeUndefined();
    expect(await halted()).toBe(false);
    const cleared = await database.many(sql`select 1 from reconciliation_differences where state = 'cleared'`);
    expect(cleared).toHaveLength(1);
  });

  test('raises no difference if the balance changed between two readings, unless the loss grew', async () => {
    const { answers, reconcile, findDifference, findState } = openPlace();
    await reconcile();
    const lost = (...amounts: bigint[]) =>
      Object.defineProperty(answers, 'lost', { configurable: true, get: () => amounts.shift() ?? 0n });
    lost(3n, 0n);
    await reconcile();
    expect(await findDifference()).toBeUndefined();
    lost(3n, -3n);
    await reconcile();
    expect(await findDifference()).toBeUndefined();
    expect(await findState()).toMatchObject({
      failures: 1,
      failure: expect.stringContaining('changed while it was read'),
    });
    lost(3n, 4n);
    await reconcile();
    expect(await findDifference()).toMatchObject({ state: 'open', units: -4n });
  });

  test('waits for a missing row before it halts, and clears the difference when the row arrives', async () => {
    const { answers, row, reconcile, findDifference, isHalted: halted, listAlertKinds } = openPlace(60_000);
    await reconcile();
    answers.there.push(row('a', -5n));
    await reconcile();
    expect(await findDifference()).toMatchObject({ state: 'pending', units: 0n, rows: [{ id: 'a', overdue: false }] });
    expect((await findDifference())?.pendingUntil?.getTime()).toBeGreaterThan(Date.now());
    expect(await halted()).toBe(false);
    answers.here.push(row('a', -5n));
    await reconcile();
    expect(await findDifference()).toBeUndefined();
    expect(await listAlertKinds()).toEqual([]);
  });

  test('halts when a row is still unmatched after its grace period', async () => {
    const { answers, row, reconcile, findDifference, isHalted: halted } = openPlace(60_000);
    await reconcile();
    answers.there.push(row('a', -5n));
    await reconcile();
    await database.run(sql`
      update reconciliation_differences set rows = jsonb_set(rows, '{0,firstSeen}', to_jsonb(now() - interval '61 seconds'))
      where id = ${(await findDifference())?.id ?? 0}`);
    await reconcile();
    expect(await findDifference()).toMatchObject({ state: 'open', units: -5n, rows: [{ id: 'a', overdue: true }] });
    expect(await halted()).toBe(true);
  });

  test('that cannot be read halts nothing, and raises an alert after several failures', async () => {
    const {
      answers,
      reconcile,
      findDifference,
      isHalted: halted,
      listAlertKinds,
      listOpenAlertKinds,
      findState,
    } = openPlace();
    await reconcile();
    answers.isAway = true;
    for (let tries = 1; tries <= 4; tries++) await reconcile();
    expect(await listAlertKinds()).toEqual([]);
    await reconcile();
    await reconcile();
    expect(await listAlertKinds()).toEqual(['account_not_compared']);
    expect(await listOpenAlertKinds()).toEqual(['account_not_compared']);
    expect(await findDifference()).toBeUndefined();
    expect(await halted()).toBe(false);
    answers.isAway = false;
    await reconcile();
    expect(await findState()).toMatchObject({ failures: 0, failure: null });
    expect(await listOpenAlertKinds()).toEqual([]);
  });

  test('keeps its halt while it cannot be read', async () => {
    const { answers, reconcile, isHalted: halted } = openPlace();
    await reconcile();
    answers.lost = 3n;
    await reconcile();
    answers.isAway = true;
    await reconcile();
    expect(await halted()).toBe(true);
  });
});

describe('the alert of a difference', () => {
  const listAlerts = (id: number) =>
    database.many<{ facts: { amount: string }; settledBy: string | null }>(
      sql`select facts, settled_by as "settledBy" from operator_alerts where facts ->> 'difference' = ${String(id)} order by id`,
    );

  test('is updated with the current amount, and settled with the difference', async () => {
    const { answers, reconcile, findDifference } = openPlace();
    await reconcile();
    for (const lost of [3n, 5n, 4n]) {
      answers.lost = lost;
      await reconcile();
    }
    const { id = 0 } = (await findDifference()) ?? {};
    expect(await listAlerts(id)).toMatchObject([
      { facts: { amount: expect.stringMatching(/^-0\.0+4 /) }, settledBy: null },
    ]);
    answers.lost = 0n;
    await reconcile();
    expect(await listAlerts(id)).toMatchObject([{ settledBy: 'reconciliation' }]);
  });

  test('stays settled while nothing changes, and is raised again on a change', async () => {
    const { answers, reconcile, findDifference } = openPlace();
    await reconcile();
    answers.lost = 3n;
    await reconcile();
    const { id = 0 } = (await findDifference()) ?? {};
    await database.run(sql`
      update operator_alerts set settled_at = now(), settled_by = 'anna' where key = ${`books_differ:${id}`}`);
    await reconcile();
    expect(await listAlerts(id)).toMatchObject([{ settledBy: 'anna' }]);
    answers.lost = 2n;
    await reconcile();
    expect(await listAlerts(id)).toMatchObject([{ settledBy: 'anna' }, { settledBy: null }]);
  });
});
