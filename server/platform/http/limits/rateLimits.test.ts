import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { COMMON_BUDGET, callBudgets, createRateLimits, type RateLimits, toRateLimitClient } from './rateLimits.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function takeMany(limits: RateLimits, call: string, address: string, times: number) {
  const verdicts = [];
  for (let count = 0; count < times; count++) verdicts.push(await limits.take(call, address));
  return verdicts;
}

describe('budgets', () => {
  test.each([...callBudgets])('%s has a separate budget', async (call, { points, seconds }) => {
    const limits = createRateLimits({ enabled: true });
    const verdicts = await takeMany(limits, call, '203.0.113.7', points);
    expect(verdicts.every(({ kind }) => kind === 'ok')).toBe(true);
    expect(await limits.take(call, '203.0.113.7')).toEqual({ kind: 'wait', seconds });
  });

  test('calls without a separate budget share the common one', async () => {
    const limits = createRateLimits({ enabled: true });
    await takeMany(limits, 'priceList', '203.0.113.7', COMMON_BUDGET.points - 1);
    expect(await limits.take('offerList', '203.0.113.7')).toEqual({ kind: 'ok' });
    expect(await limits.take('offerInquiry', '203.0.113.7')).toEqual({ kind: 'wait', seconds: 60 });
    expect(await limits.take('login', '203.0.113.7')).toEqual({ kind: 'wait', seconds: 60 });
  });

  test('a call with a separate budget also counts in the common one, except tracking', async () => {
    const limits = createRateLimits({ enabled: true });
    await takeMany(limits, 'addPoint', '203.0.113.7', 600);
    await takeMany(limits, 'login', '203.0.113.7', 60);
    expect(await takeMany(limits, 'payList', '203.0.113.7', COMMON_BUDGET.points - 60)).not.toContainEqual(
      expect.objectContaining({ kind: 'wait' }),
    );
    expect((await limits.take('payList', '203.0.113.7')).kind).toBe('wait');
  });

  test('tracking continues when the common budget is spent', async () => {
    const limits = createRateLimits({ enabled: true });
    await takeMany(limits, 'payList', '203.0.113.7', COMMON_BUDGET.points + 1);
    expect(await limits.take('addPoint', '203.0.113.7')).toEqual({ kind: 'ok' });
  });

  test('a call refused by its separate budget does not count in the common one', async () => {
    const limits = createRateLimits({ enabled: true });
    await takeMany(limits, 'exportData', '203.0.113.7', 5_000);
    expect(await limits.take('payList', '203.0.113.7')).toEqual({ kind: 'ok' });
  });

  test('calls named like object members (such as toString) count as ordinary calls', async () => {
    const limits = createRateLimits({ enabled: true });
    expect(await limits.take('constructor', '203.0.113.7')).toEqual({ kind: 'ok' });
  });
});

describe('windows', () => {
  test('the wait lasts until the window ends, and then the budget is full', async () => {
    const limits = createRateLimits({ enabled: true });
    await takeMany(limits, 'sendCode', '203.0.113.7', 30);
    vi.advanceTimersByTime(45_500);
    expect(await limits.take('sendCode', '203.0.113.7')).toEqual({ kind: 'wait', seconds: 15 });
    vi.advanceTimersByTime(14_500);
    expect(await limits.take('sendCode', '203.0.113.7')).toEqual({ kind: 'ok' });
  });

  test('clients have separate budgets', async () => {
    const limits = createRateLimits({ enabled: true });
    await takeMany(limits, 'sendCode', '203.0.113.7', 31);
    expect(await limits.take('sendCode', '203.0.113.8')).toEqual({ kind: 'ok' });
    expect((await limits.take('sendCode', '::ffff:203.0.113.7')).kind).toBe('wait');
  });

  test('the oldest window is dropped when memory is full, newer ones stay', async () => {
    const limits = createRateLimits({ enabled: true, mostWindows: 20 });
    await takeMany(limits, 'sendCode', '198.51.100.1', 30);
    for (let host = 1; host <= 8; host++) await limits.take('sendCode', `203.0.113.${host}`);
    expect((await limits.take('sendCode', '198.51.100.1')).kind).toBe('wait');

    await takeMany(limits, 'sendCode', '203.0.113.8', 30);
    for (let host = 9; host <= 12; host++) await limits.take('sendCode', `203.0.113.${host}`);
    expect(await limits.take('sendCode', '198.51.100.1')).toEqual({ kind: 'ok' });
    expect((await limits.take('sendCode', '203.0.113.8')).kind).toBe('wait');
    expect(vi.getTimerCount()).toBeLessThanOrEqual(20);
  });

  test('disabled limits refuse nothing', async () => {
    const limits = createRateLimits({ enabled: false });
    expect(await takeMany(limits, 'exportData', '203.0.113.7', 50)).not.toContainEqual(
      expect.objectContaining({ kind: 'wait' }),
    );
  });
});

describe('client of an address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['0000:0000:0000:0000:0000:ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::ffff:0:1.2.3.4', '0:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['', 'unknown'],
    ['unknown', 'unknown'],
    ['203.0.113.700', 'unknown'],
  ])('%s is %s', (address, client) => expect(toRateLimitClient(address)).toBe(client));
});
