import { describe, expect, test } from 'vitest';
import { decideNextDelivery } from './decideNextDelivery.ts';

const now = new Date('2026-11-21T10:00:00Z');
const decide = (status: number | null, tries = 1, retryAfter?: string, random = 0) =>
  decideNextDelivery({ status, retryAfter }, tries, { random, now });

test.each([200, 201, 204, 299])('accepts %s as delivered', (status) => {
  expect(decide(status)).toEqual({ kind: 'taken' });
});

test('switches the endpoint off after 410', () => {
  expect(decide(410)).toEqual({ kind: 'gone' });
});

test.each([null, 301, 302, 400, 401, 404, 500, 503])('retries after %s without slowing the endpoint', (status) => {
  expect(decide(status)).toEqual({ kind: 'again', inSeconds: 5, slows: false, retryAfterSeconds: null });
});

test.each([429, 502, 504])('slows the endpoint after %s', (status) => {
  expect(decide(status)).toMatchObject({ kind: 'again', slows: true });
});

test('retries over three days, and then gives up', () => {
  const waits = Array.from({ length: 9 }, (_, index) => decide(500, index + 1)).map((verdict) =>
    verdict.kind === 'again' ? verdict.inSeconds : 0,
  );
  expect(waits).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
  expect(decide(500, 10)).toMatchObject({ kind: 'given_up' });
  expect(decide(429, 10)).toMatchObject({ kind: 'given_up', slows: true });
});

test('adds random jitter of at most a tenth', () => {
  expect(decide(500, 2, undefined, 0.5)).toMatchObject({ inSeconds: 315 });
});

describe('the Retry-After header', () => {
  test.each([
    ['60', 60],
    ['Sat, 21 Nov 2026 10:02:00 GMT', 120],
    ['0', 5],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 5],
    ['999999', 3_600],
    ['soon', 5],
    ['-7', 5],
    ['', 5],
  ])('"%s" delays the next attempt by %s s', (retryAfter, inSeconds) => {
    expect(decide(503, 1, retryAfter)).toMatchObject({ inSeconds });
  });
});
