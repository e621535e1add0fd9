import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeMatchScore, rankCandidates } from './matchScore.ts';

const DAY_MS = 24 * 60 * 60_000;
const createdAt = new Date('2026-11-20T10:00:00Z');
const booking = { units: 50_000n, payer: 'MUSTER KARIN', bookedAt: new Date('2026-11-20T18:00:00Z') };
const order = { dueUnits: 50_000n, buyer: 'Karin Muster', createdAt };

test('scores 100 for the exact amount and payer on the same day', () => {
  expect(computeMatchScore(booking, order)).toEqual({ amount: 100, name: 100, time: 100, total: 100 });
});

test.each([
  ['half the amount', { ...order, dueUnits: 100_000n }, { amount: 50, total: 75 }],
  ['twice the amount', { ...order, dueUnits: 25_000n }, { amount: 50, total: 75 }],
  ['one cent less', { ...order, dueUnits: 50_001n }, { amount: 99, total: 99 }],
  ['nothing due', { ...order, dueUnits: 0n }, { amount: 0, total: 50 }],
  ['an unknown buyer', { ...order, buyer: '' }, { name: 0, total: 70 }],
  ['money before the order', { ...order, createdAt: new Date('2026-11-21T00:00:00Z') }, { time: 0, total: 80 }],
  ['three weeks later', { ...order, createdAt: new Date(createdAt.getTime() - 21 * DAY_MS) }, { time: 0, total: 80 }],
])('scores less for %s', (_, change, expected) => {
  expect(computeMatchScore(booking, change)).toMatchObject(expected);
});

test('ranks the best first, the older of equal ones before the newer, up to the limit', () => {
  const older = { ...order, name: 'older', createdAt: new Date(createdAt.getTime() - 60_000) };
  const others = [{ ...order, name: 'other', dueUnits: 1n }, { ...order, name: 'newer' }, older];
  expect(rankCandidates(booking, others, 2).map(({ name }) => name)).toEqual(['older', 'newer']);
});

test('returns parts from 0 to 100, and of two amounts due that exceed the payment never scores the closer one lower', () => {
  const units = fc.bigInt({ min: 1n, max: 10n ** 30n });
  fc.assert(
    fc.property(units, units, units, fc.integer({ min: -40, max: 40 }), (bookedUnits, one, other, days) => {
      const at = { ...booking, units: bookedUnits, bookedAt: new Date(createdAt.getTime() + days * DAY_MS) };
      const [a, b] = [one, other].map((dueUnits) => computeMatchScore(at, { ...order, dueUnits }));
      for (const score of [a, b])
        for (const part of Object.values(score ?? {})) expect(part >= 0 && part <= 100).toBe(true);
      const [less, more] = one < other ? [a, b] : [b, a];
      if (one >= bookedUnits && other >= bookedUnits) expect(less?.total).toBeGreaterThanOrEqual(more?.total ?? 0);
    }),
  );
});
