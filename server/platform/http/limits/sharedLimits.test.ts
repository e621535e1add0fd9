import pg from 'pg';
import sql from 'sql-template-tag';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { patienceMs } from '../../../../tools/patience/patience.ts';
import { openDatabase } from '../../database/database.ts';
import { openOwnDatabase } from '../../database/ownDatabase.testing.ts';
import { asRole } from '../../database/testDatabase.ts';
import { createLog, type Log } from '../../log/log.ts';
import { openSharedCounts, sweepRateLimits } from './rateLimitStore.ts';
import { callBudgets, createBudgets, createRateLimits, type RateLimits } from './rateLimits.ts';

afterEach(() => void vi.useRealTimers());

const { database, url } = await openOwnDatabase();
const silent = createLog('silent');
const BUDGETS = { guess: { points: 3, seconds: 60, shared: 'first' } } as const;
const shared = [...callBudgets].filter(([, budget]) => budget.shared);

/** Opens the limits of an api process, with its rights. */
function openProcessLimits(): RateLimits {
  const owned = openDatabase(asRole(url, 'api'), { maxConnections: 4 });
  opened.push(owned);
  return createRateLimits({ enabled: true, shared: openSharedCounts(owned, silent, { timeoutMs: patienceMs }) });
}
const opened: { close(): Promise<void> }[] = [];

async function readCount(key: string): Promise<number | undefined> {
  const row = await database.maybeOne<{ points: number }>(sql`select points from rate_limits where key = ${key}`);
  return row?.points;
}

/** Counts a call as the admission does. */
async function admit(limits: RateLimits, call: string, address: string) {
  const local = await limits.take(call, address);
  return local.kind === 'wait' ? local : ((await limits.takeShared(call, address)) ?? local);
}

describe('two processes', () => {
  test.each(shared)('share the budget of %s', async (call, { points, shared: sharing }) => {
    const startedAt = Date.now();
    const first = openProcessLimits();
    const second = openProcessLimits();
    const address = `203.0.113.${shared.findIndex(([name]) => name === call)}`;
    await Promise.all(Array.from({ length: points }, async () => first.takeShared(call, address)));
    // Counts taken during the calls may still be in progress.
    await expect.poll(() => readCount(`${call}:${address}`)).toBe(points);
    if (sharing === 'deferred') {
      // The call that discovers the exhausted budget is itself let through.
      expect(await admit(second, call, address)).toEqual({ kind: 'ok' });
      await expect.poll(() => second.take(call, address)).toMatchObject({ kind: 'wait' });
    } else expect(await admit(second, call, address)).toMatchObject({ kind: 'wait' });
    // From then on it refuses from memory, for as long as the window lasts.
    const { seconds } = (await second.take(call, address)) as { seconds: number };
    expect(seconds).toBeGreaterThanOrEqual(60 - Math.ceil((Date.now() - startedAt) / 1000));
    expect(seconds).toBeLessThanOrEqual(60);
    await Promise.all(opened.splice(0).map((each) => each.close()));
  });

  test('share the count of guesses, and refuse from memory once it is used up', async () => {
    const [first, second] = [1, 2].map(() =>
      createBudgets(BUDGETS, { enabled: true, shared: openSharedCounts(database, silent, { timeoutMs: patienceMs }) }),
    );
    for (let tries = 0; tries < 3; tries++) expect(await first?.take('guess', 'a')).toEqual({ kind: 'ok' });
    expect(await second?.peek('guess', 'a')).toEqual({ kind: 'ok' });
    expect(await second?.take('guess', 'a')).toMatchObject({ kind: 'wait' });
    const querySpy = vi.spyOn(pg.Client.prototype, 'query');
    expect(await second?.peek('guess', 'a')).toMatchObject({ kind: 'wait' });
    expect(await second?.take('guess', 'a')).toMatchObject({ kind: 'wait' });
    expect(querySpy).not.toHaveBeenCalled();
    querySpy.mockRestore();
    expect(await second?.take('guess', 'b')).toEqual({ kind: 'ok' });
  });
});

test('shares the budgets of logins, codes, sessions, orders and payments, but not of reads', () => {
  expect(shared.map(([call]) => call).toSorted()).toEqual([
    'addPasskey',
    'coinOrder',
    'confirmLogin',
    'cryptoOrder',
    'exportData',
    'getIdentificationUrl',
    'login',
    'openSession',
    'order',
    'passkeyLogin',
    'passkeyOptions',
    'payOrder',
    'providerPage',
    'sendCode',
  ]);
});

describe('an unavailable database', () => {
  const failing = { executeSql: () => Promise.reject(new Error('connection terminated')) };
  const silentOne = { executeSql: () => new Promise<never>(() => undefined) };

  test.each([
    ['fails', failing],
    ['does not answer', silentOne],
  ])('that %s causes no refusal: each process counts separately', async (_words, away) => {
    const warn = vi.fn();
    const limits = createRateLimits({ enabled: true, shared: openSharedCounts(away, { warn } as unknown as Log) });
    const verdicts = [];
    const points = callBudgets.get('sendCode')?.points ?? 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (let count = 0; count < points; count++) {
      expect(await limits.take('sendCode', '203.0.113.7')).toEqual({ kind: 'ok' });
      verdicts.push(Promise.resolve(limits.takeShared('sendCode', '203.0.113.7')));
    }
    // A buyer's call waits for less than a second, and calls do not wait for each other.
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    expect(new Set((await Promise.all(verdicts)).map((verdict) => verdict?.kind))).toEqual(new Set(['ok']));
    expect(await limits.take('sendCode', '203.0.113.7')).toMatchObject({ kind: 'wait' });
    expect(warn).toHaveBeenCalledOnce();
  });

  test('delays no call that is counted in the background', () => {
    const limits = createRateLimits({ enabled: true, shared: openSharedCounts(silentOne, silent) });
    expect(limits.takeShared('cryptoOrder', '203.0.113.7')).toBeUndefined();
  });
});

test('deletes windows that have ended, and no others', async () => {
  await database.run(sql`truncate rate_limits`);
  const limits = createBudgets(BUDGETS, {
    enabled: true,
    shared: openSharedCounts(database, silent, { timeoutMs: patienceMs }),
  });
  await limits.take('guess', 'ended');
  await database.run(sql`update rate_limits set expire = expire - 61000`);
  await limits.take('guess', 'open');
  await sweepRateLimits(database);
  expect(await database.many(sql`select key from rate_limits`)).toEqual([{ key: 'guess:open' }]);
});
