import { expect, test } from 'vitest';
import { BudgetSpentError } from '../../callBudget.ts';
import { createSimulatedClock } from '../../simulatedClock.testing.ts';
import { createStripeBudget } from './stripeBudget.ts';

const INTENTS = '/v1/payment_intents';

function createRecordingBudget(environment: 'live' | 'test') {
  const clock = createSimulatedClock();
  const budget = createStripeBudget(environment, clock);
  const made: { readonly what: string; readonly atMs: number }[] = [];
  const callStripe = (method: string, path: string) =>
    budget(method, path, async () => void made.push({ what: `${method} ${path}`, atMs: clock.nowMs() }));
  const mostInASecond = () =>
    Math.max(...made.map(({ atMs }) => made.filter((one) => one.atMs >= atMs && one.atMs < atMs + 1_000).length));
  return { clock, callStripe, made, mostInASecond };
}

/** Makes `count` calls spread over `endpoints` endpoints. */
function makeCalls(callStripe: (method: string, path: string) => Promise<unknown>, count: number, endpoints: number) {
  return Promise.all(
    Array.from({ length: count }, (_, index) => callStripe('GET', `/v1/resource${index % endpoints}/id_${index}`)),
  );
}

test.each([
  ['live', 300, 20, 100],
  ['test', 75, 20, 25],
  ['live', 75, 1, 25],
] as const)(
  'an account in %s mode makes %i calls of %i endpoints within %i a second',
  async (mode, count, endpoints, most) => {
    const { clock, callStripe, made, mostInASecond } = createRecordingBudget(mode);
    const all = makeCalls(callStripe, count, endpoints);
    await clock.pass(30);
    await all;
    expect(made).toHaveLength(count);
    expect(mostInASecond()).toBeLessThanOrEqual(most);
  },
);

test('runs captures before new payments, and these before reads', async () => {
  const { clock, callStripe, made } = createRecordingBudget('test');
  // Uses up the 12 calls that the budget allows at once.
  const spent = makeCalls(callStripe, 12, 12);
  await clock.pass(0);
  await spent;
  const order = [
    ['GET', `${INTENTS}/pi_1`],
    ['POST', INTENTS],
    ['POST', `${INTENTS}/pi_2/capture`],
  ] as const;
  const all = Promise.all(order.map(([method, path]) => callStripe(method, path)));
  await clock.pass(5);
  await all;
  expect(made.slice(12).map(({ what }) => what)).toEqual(order.toReversed().map((parts) => parts.join(' ')));
});

test('refuses a call that would wait too long without sending it', async () => {
  const { clock, callStripe } = createRecordingBudget('test');
  const all = Array.from({ length: 400 }, (_, index) =>
    callStripe('GET', `${INTENTS}/pi_${index}`).catch((error: unknown) => error),
  );
  await clock.pass(60);
  const settled = await Promise.all(all);
  const refused = settled.filter((one) => one instanceof BudgetSpentError);
  expect(refused.length).toBeGreaterThan(100);
  expect(refused[0]).toMatchObject({ code: 'BUDGET_SPENT' });
});
