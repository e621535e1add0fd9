import { expect, test } from 'vitest';
import { BudgetSpentError, type CallPriority, createCallBudget, createWindowBudget } from './callBudget.ts';
import { createSimulatedClock } from './simulatedClock.testing.ts';

const LIMIT = { most: 3, perSecond: 0.5 };

/** A budget that records each call as it is made, with the second at which it was made. */
function createRecordingBudget(limit = LIMIT) {
  const clock = createSimulatedClock();
  const budget = createCallBudget(limit, clock);
  const made: string[] = [];
  const call = (name: string, priority: CallPriority, cost = 1) =>
    budget.run(
      cost,
      () => priority,
      async () => void made.push(`${name} ${clock.nowMs() / 1000}`),
    );
  return { budget, made, call, clock };
}

test('makes as many calls at once as the limit allows, and the others in order as it is refilled', async () => {
  const { made, call, clock } = createRecordingBudget();
  for (const name of ['a', 'b', 'c', 'd', 'e']) void call(name, 'start');
  await clock.pass(10);
  expect(made).toEqual(['a 0', 'b 0', 'c 0', 'd 2', 'e 4']);
});

test('accumulates no more than the limit while idle', async () => {
  const { made, call, clock } = createRecordingBudget();
  await clock.pass(1_000);
  for (const name of ['a', 'b', 'c', 'd']) void call(name, 'start');
  await clock.pass(2);
  expect(made).toEqual(['a 1000', 'b 1000', 'c 1000', 'd 1002']);
});

test('runs calls that finish a payment before calls that start one, reads last, and calls without cost at once', async () => {
  const { made, call, clock } = createRecordingBudget({ most: 1, perSecond: 0.5 });
  void call('spends', 'start');
  for (const priority of ['read', 'start', 'finish'] as const) void call(priority, priority);
  await clock.pass(1);
  void call('free', 'read', 0);
  await clock.pass(20);
  expect(made).toEqual(['spends 0', 'free 1', 'finish 2', 'start 4', 'read 6']);
});

test('gives reads their share of the calls while urgent calls keep arriving', async () => {
  const { made, call, clock } = createRecordingBudget({ most: 4, perSecond: 1 });
  for (let second = 0; second < 100; second++) {
    void call('order', 'finish');
    if (second % 10 === 0) void call('read', 'read', 2);
    await clock.pass(1);
  }
  const reads = made.filter((line) => line.startsWith('read'));
  expect(reads.length).toBeGreaterThanOrEqual(9);
});

test('refuses a call that would wait too long, and names the limit as the cause', async () => {
  const { budget, call, clock } = createRecordingBudget({ most: 1, perSecond: 0.5 });
  const outcomes = Array.from({ length: 20 }, () => call('new', 'start').then(() => 'made', String));
  await clock.pass(60);
  const settled = await Promise.all(outcomes);
  // One call at once, and one every two seconds within the longest wait of 20 s.
  expect(settled.filter((outcome) => outcome === 'made')).toHaveLength(11);
  expect(settled.at(-1)).toContain(BudgetSpentError.name);
  expect(budget.state()).toMatchObject({ remaining: 1, most: 1, waitSeconds: 0 });
});

test('waits for a refill when the vendor reports that its limit is used up', async () => {
  const { budget, made, call, clock } = createRecordingBudget();
  budget.markSpent();
  expect(budget.state()).toMatchObject({ remaining: 0, waitSeconds: 4 });
  void call('a', 'start');
  await clock.pass(5);
  expect(made).toEqual(['a 4']);
});

test('waits longer after each refusal in a row, up to a full refill, until a call succeeds', async () => {
  const { budget, call, clock } = createRecordingBudget({ most: 8, perSecond: 1 });
  const waits: number[] = [];
  for (let refusals = 0; refusals < 6; refusals++) {
    budget.markSpent();
    const { waitSeconds } = budget.state();
    waits.push(waitSeconds);
    await clock.pass(waitSeconds - 1);
  }
  expect(waits).toEqual([2, 3, 5, 9, 9, 9]);
  void call('taken', 'start');
  await clock.pass(2);
  budget.markSpent();
  expect(budget.state().waitSeconds).toBeLessThanOrEqual(2);
});

test('continues after a failed call', async () => {
  const { budget, made, call } = createRecordingBudget();
  const failed = budget.run(
    1,
    () => 'start',
    () => Promise.reject(new Error('lost')),
  );
  await Promise.all([expect(failed).rejects.toThrow('lost'), call('next', 'start')]);
  expect(made).toEqual(['next 0']);
});

test('lets a call set a shorter maximum wait than its priority has', async () => {
  const { budget, call } = createRecordingBudget({ most: 1, perSecond: 0.5 });
  await call('spends', 'start');
  const hurried = budget.run(
    1,
    () => 'start',
    async () => undefined,
    1_000,
  );
  await expect(hurried).rejects.toThrow(BudgetSpentError);
});

test.each([
  { calls: 300, perSeconds: 5 },
  { calls: 1_000, perSeconds: 900 },
  { calls: 25, perSeconds: 1 },
])('allows in any window of $perSeconds s at most $calls calls, which may overlap', async (limit) => {
  const clock = createSimulatedClock();
  const budget = createWindowBudget(limit, clock);
  const startTimesMs: number[] = [];
  let callsUnderWay = 0;
  let most = 0;
  const callWithoutWaitLimit = () =>
    budget.run(
      1,
      () => 'finish',
      async () => {
        startTimesMs.push(clock.nowMs());
        callsUnderWay += 1;
        most = Math.max(most, callsUnderWay);
        await clock.sleep(200);
        callsUnderWay -= 1;
      },
      Number.POSITIVE_INFINITY,
    );
  const all = Array.from({ length: limit.calls * 2 }, callWithoutWaitLimit);
  await clock.pass(limit.perSeconds * 5);
  await Promise.all(all);
  const window = limit.perSeconds * 1_000;
  for (const from of startTimesMs)
    expect(startTimesMs.filter((at) => at >= from && at < from + window).length).toBeLessThanOrEqual(limit.calls);
  expect(most).toBeGreaterThan(1);
});
