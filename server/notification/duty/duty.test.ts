import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildRoster, type DutyPeriod, findOnDuty, NO_ONE_ON_DUTY } from './duty.ts';

const hour = (hours: number) => new Date(Date.UTC(2026, 10, 25) + hours * 3_600_000);
const name = fc.constantFrom('anna', 'ben', 'carl');
const period: fc.Arbitrary<DutyPeriod> = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 12 }), fc.option(name), fc.option(name))
  .map(([from, hours, first, second]) => ({
    from: hour(from),
    to: hour(from + hours),
    first,
    second: first === null || second === first ? null : second,
  }));

test('applies the newest of the entries that cover a time, each until its exact end', () => {
  const periods = [
    { from: hour(0), to: hour(8), first: 'anna', second: 'ben' },
    { from: hour(2), to: hour(4), first: 'carl', second: null },
    { from: hour(3), to: hour(5), first: null, second: null },
  ];
  const firsts = [-1, 0, 2, 3, 4, 5, 7.99, 8].map((at) => findOnDuty(periods, hour(at)).first);
  expect(firsts).toEqual([null, 'anna', 'carl', null, null, 'anna', 'anna', null]);
});

test('builds a roster without gaps and overlaps, with the newest entry at each moment', () => {
  fc.assert(
    fc.property(fc.array(period, { maxLength: 8 }), fc.integer({ min: 0, max: 40 }), (periods, begin) => {
      const [from, to] = [hour(begin), hour(begin + 30)];
      const parts = buildRoster(periods, from, to);
      expect(parts.at(0)?.from).toEqual(from);
      expect(parts.at(-1)?.to).toEqual(to);
      for (const [index, part] of parts.entries()) {
        expect(part.from.getTime()).toBeLessThan(part.to.getTime());
        const next = parts[index + 1];
        if (!next) continue;
        expect(next.from).toEqual(part.to);
        expect([next.first, next.second]).not.toEqual([part.first, part.second]);
      }
      for (let at = begin; at < begin + 30; at += 0.5) {
        const { first, second } = parts.find((part) => part.from <= hour(at) && hour(at) < part.to) ?? NO_ONE_ON_DUTY;
        expect({ first, second }).toEqual(findOnDuty(periods, hour(at)));
      }
    }),
  );
});
