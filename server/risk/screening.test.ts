import { describe, expect, test } from 'vitest';
import { createScreening, type ScreeningList } from './screening.ts';

const LISTED = '0x7F367cC41522cE07553e823bf3be79A889DEbe1B';
const now = new Date('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;

function createList(addresses: readonly string[], ageMs: number, publishedAt: Date | null = null): ScreeningList {
  const fetchedAt = new Date(now.getTime() - ageMs);
  return {
    edition: { source: 'ofac', version: '2026-11-20', hash: 'aa', fetchedAt, publishedAt },
    addresses: new Set(addresses.map((address) => address.toLowerCase())),
  };
}

function screenAgainst(list: ScreeningList | undefined, denied: readonly string[] = []) {
  return createScreening({
    deniedAddresses: () => denied,
    lists: () => [list],
    maximumAgeMs: () => DAY_MS,
    editionMaximumAgeMs: () => 30 * DAY_MS,
  });
}

describe('screening an address', () => {
  test('finds a listed address in any letter case, and returns the edition', () => {
    const verdict = screenAgainst(createList([LISTED], 0)).judge(LISTED.toLowerCase(), now);
    expect(verdict).toMatchObject({ outcome: 'denied', by: 'ofac', editions: [{ version: '2026-11-20', hash: 'aa' }] });
  });

  test('denies an address on the operator’s own list', () => {
    expect(screenAgainst(createList([], 0), [LISTED]).judge(LISTED, now)).toMatchObject({
      outcome: 'denied',
      by: 'operator',
    });
  });

  test('clears no address by a list that is too old or was never fetched', () => {
    expect(screenAgainst(createList([], DAY_MS)).judge(LISTED, now).outcome).toBe('clear');
    expect(screenAgainst(createList([], DAY_MS + 1)).judge(LISTED, now).outcome).toBe('stale');
    expect(screenAgainst(undefined).judge(LISTED, now).outcome).toBe('stale');
  });

  test('clears no address by an edition that was published too long ago', () => {
    const daysBefore = (days: number) => new Date(now.getTime() - days * DAY_MS);
    expect(screenAgainst(createList([], 0, daysBefore(30))).judge(LISTED, now).outcome).toBe('clear');
    expect(screenAgainst(createList([], 0, daysBefore(31))).judge(LISTED, now).outcome).toBe('stale');
    expect(screenAgainst(createList([LISTED], 0, daysBefore(31))).judge(LISTED, now).outcome).toBe('denied');
  });

  test('denies a listed address by an old list too', () => {
    expect(screenAgainst(createList([LISTED], 9 * DAY_MS)).judge(LISTED, now).outcome).toBe('denied');
  });
});
