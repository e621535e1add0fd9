import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  getConnection,
  hasNoPendingRequest,
  hasSlowRequest,
  recordAnswer,
  subscribeToConnection,
  trackWait,
} from './connection.ts';
import { waitForConnection } from './waitForConnection.ts';

const browser = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser));
  setNetwork(true);
  recordAnswer(true);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function setNetwork(onLine: boolean): void {
  vi.stubGlobal('navigator', { onLine });
  browser.dispatchEvent(new Event(onLine ? 'online' : 'offline'));
}

describe('the connection', () => {
  test.each([
    [true, true, 'good'],
    [false, true, 'good'],
    [true, false, 'silent'],
    [false, false, 'offline'],
  ] as const)('with a network: %s, and the last request answered: %s, is %s', (onLine, isAnswered, connection) => {
    setNetwork(onLine);
    recordAnswer(isAnswered);
    expect(getConnection()).toBe(connection);
  });

  test('notifies listeners of changes, not of each response', () => {
    const listener = vi.fn();
    const unsubscribe = subscribeToConnection(listener);
    recordAnswer(true);
    recordAnswer(false);
    recordAnswer(false);
    expect(listener).toHaveBeenCalledTimes(1);
    setNetwork(false);
    expect(listener).toHaveBeenCalledTimes(2);
    unsubscribe();
    recordAnswer(true);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  test('can be awaited, until a request is answered', async () => {
    recordAnswer(false);
    const reached = vi.fn();
    const waiting = waitForConnection(() => getConnection() === 'good').then(reached);
    setNetwork(false);
    setNetwork(true);
    await Promise.resolve();
    expect(reached).not.toHaveBeenCalled();
    recordAnswer(true);
    await waiting;
    expect(reached).toHaveBeenCalled();
  });
});

describe('a pending request', () => {
  test('is slow after eight seconds until it ends', async () => {
    const answer = Promise.withResolvers<void>();
    trackWait(answer.promise);
    expect(hasNoPendingRequest()).toBe(false);
    vi.advanceTimersByTime(7999);
    expect(hasSlowRequest()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(hasSlowRequest()).toBe(true);
    answer.resolve();
    await answer.promise;
    await Promise.resolve();
    expect(hasSlowRequest()).toBe(false);
    expect(hasNoPendingRequest()).toBe(true);
  });

  test('is not slow if it fails in time, and stays slow when another slow request ends', async () => {
    const [first, second, failing] = [0, 0, 0].map(() => Promise.withResolvers<void>());
    if (!first || !second || !failing) throw new Error('unreachable');
    for (const { promise } of [first, second, failing]) trackWait(promise);
    failing.reject(new Error('no'));
    await failing.promise.catch(() => undefined);
    vi.advanceTimersByTime(8000);
    first.resolve();
    await first.promise;
    await Promise.resolve();
    expect(hasSlowRequest()).toBe(true);
    second.resolve();
    await second.promise;
    await Promise.resolve();
    expect(hasSlowRequest()).toBe(false);
  });
});
