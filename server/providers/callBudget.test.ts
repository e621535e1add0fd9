import { expect, test } from 'vitest';
import { BudgetSpentError, type CallPriority, createCallBudget } from './callBudget.ts';
import { createSimulatedClock } from './simulatedClock.testing.ts';

const LIMIT = { most: 3, perSecond: 0.5 };

/** A budget whose calls are noted as they are made, with the second at which that was. */
function noted(limit = LIMIT) {
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

test('makes what the limit allows at once, and the rest as it is refilled, in order', async () => {
  const { made, call, clock } = noted();
  for (const name of ['a', 'b', 'c', 'd', 'e']) void call(name, 'start');
  await clock.pass(10);
  expect(made).toEqual(['a 0', 'b 0', 'c 0', 'd 2', 'e 4']);
});

test('keeps no more than the limit however long nothing is called', async () => {
  const { made, call, clock } = noted();
  await clock.pass(1_000);
  for (const name of ['a', 'b', 'c', 'd']) void call(name, 'start');
  await clock.pass(2);
  expect(made).toEqual(['a 1000', 'b 1000', 'c 1000', 'd 1002']);
});

test('finishes what has begun, then starts what is new, then reads; a free call waits for none of them', async () => {
  const { made, call, clock } = noted({ most: 1, perSecond: 0.5 });
  void call('spends', 'start');
  for (const priority of ['read', 'start', 'finish'] as const) void call(priority, priority);
  await clock.pass(1);
  void call('free', 'read', 0);
  await clock.pass(20);
  expect(made).toEqual(['spends 0', 'free 1', 'finish 2', 'start 4', 'read 6']);
});

test('reads get their share however many orders there are', async () => {
  const { made, call, clock } = noted({ most: 4, perSecond: 1 });
  for (let second = 0; second < 100; second++) {
    void call('order', 'finish');
    if (second % 10 === 0) void call('read', 'read', 2);
    await clock.pass(1);
  }
  const reads = made.filter((line) => line.startsWith('read'));
  expect(reads.length).toBeGreaterThanOrEqual(9);
});

test('refuses a call whose answer would come too late, and names the limit as the cause', async () => {
  const { budget, call, clock } = noted({ most: 1, perSecond: 0.5 });
  const outcomes = Array.from({ length: 20 }, () => call('new', 'start').then(() => 'made', String));
  await clock.pass(60);
  const settled = await Promise.all(outcomes);
  expect(settled.filter((outcome) => outcome === 'made')).toHaveLength(11);
  expect(settled.at(-1)).toContain(BudgetSpentError.name);
  expect(budget.state()).toMatchObject({ left: 1, most: 1, waitSeconds: 0 });
});

test('waits from the beginning when the vendor reports that its limit is used up', async () => {
  const { budget, made, call, clock } = noted();
  budget.markSpent();
  expect(budget.state()).toMatchObject({ left: 0, waitSeconds: 2 });
  void call('a', 'start');
  await clock.pass(5);
  expect(made).toEqual(['a 2']);
});

test('a failed call fails alone', async () => {
  const { budget, made, call } = noted();
  const failed = budget.run(
    1,
    () => 'start',
    () => Promise.reject(new Error('lost')),
  );
  await Promise.all([expect(failed).rejects.toThrow('lost'), call('next', 'start')]);
  expect(made).toEqual(['next 0']);
});
