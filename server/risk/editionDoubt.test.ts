import { expect, test } from 'vitest';
import { findEditionDoubt } from './editionDoubt.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const addresses = (count: number, first = 0) => Array.from({ length: count }, (_, index) => `address${first + index}`);

function findReason(former: readonly string[], next: readonly string[], days: { former?: string; next?: string } = {}) {
  const list = {
    source: 'ofac',
    version: 'v',
    hash: 'h',
    addresses: next,
    ...(days.next && { publishedAt: new Date(days.next) }),
  };
  const publishedAt = days.former ? new Date(days.former) : null;
  return findEditionDoubt({ addresses: new Set(former), publishedAt }, list, NOW)?.reason;
}

test.each<[string, readonly string[], readonly string[], string | undefined]>([
  ['grows', addresses(20), addresses(30), undefined],
  ['loses a tenth', addresses(20), addresses(18), undefined],
  ['loses more than a tenth', addresses(20), addresses(17), 'shrunk'],
  ['loses one of two addresses', addresses(2), addresses(1), undefined],
  ['is empty', addresses(20), [], 'shrunk'],
  ['is another list, and longer', addresses(20), addresses(40, 20), 'shrunk'],
  ['differs only in letter case', addresses(20), addresses(20).map((address) => address.toUpperCase()), undefined],
  ['is the first', [], addresses(3), undefined],
])('judges by its addresses an edition that %s', (_what, former, next, reason) => {
  expect(findReason(former, next)).toBe(reason);
});

test.each<[string, { former?: string; next?: string }, string | undefined]>([
  ['is newer', { former: '2026-11-20', next: '2026-11-21' }, undefined],
  ['has the same date', { former: '2026-11-20', next: '2026-11-20' }, undefined],
  ['is older than the stored one', { former: '2026-11-20', next: '2026-11-19' }, 'older'],
  ['has no date', { former: '2026-11-20' }, undefined],
  ['is the first with a date', { next: '2020-01-01' }, undefined],
  ['is dated tomorrow, as east of the date line', { next: '2026-11-23' }, undefined],
  ['is dated in the future', { next: '2027-11-22' }, 'future'],
])('judges by its date an edition that %s', (_what, days, reason) => {
  expect(findReason(addresses(3), addresses(3), days)).toBe(reason);
});
