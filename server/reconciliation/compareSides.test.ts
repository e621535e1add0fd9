import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ComparedRow, type ComparedSide, type Comparison, compareSides } from './compareSides.ts';

const EUR = 'iso4217:EUR';
const NOW = new Date('2026-11-20T12:00:00Z');
const TERMS = { openings: new Map<string, bigint>(), begunAt: new Date(0), from: new Date(0) };

function createRow(id: string, units: bigint, asset = EUR, at = NOW): ComparedRow {
  return { id, asset, units, at };
}

function createSide(rows: readonly ComparedRow[], onlyInBalance: readonly ComparedRow[] = []): ComparedSide {
  const balances = new Map<string, bigint>();
  for (const { asset, units } of [...rows, ...onlyInBalance]) balances.set(asset, (balances.get(asset) ?? 0n) + units);
  return { balances, rows };
}

function listFaults(comparisons: readonly Comparison[]): unknown[] {
  return comparisons.flatMap(({ asset, rows, rest }) => [
    ...rows.map(({ id, fault, here, there }) => [asset, id, fault, here, there]),
    ...(rest === 0n ? [] : [[asset, 'rest', rest]]),
  ]);
}

describe('two sides of an account', () => {
  test('differ by a row that one of them lacks, and by one with another amount', () => {
    const here = createSide([createRow('a', 5n), createRow('b', 7n), createRow('c', -3n)]);
    const there = createSide([createRow('a', 5n), createRow('c', -4n), createRow('d', 1n)]);
    expect(listFaults(compareSides(here, there, TERMS))).toEqual([
      [EUR, 'b', 'missing_there', 7n, 0n],
      [EUR, 'c', 'other_amount', -3n, -4n],
      [EUR, 'd', 'missing_here', 0n, 1n],
    ]);
  });

  test('agree when the parts of a movement on one side sum to the whole on the other', () => {
    const there = createSide([createRow('trade', 60n), createRow('trade', 40n)]);
    expect(listFaults(compareSides(createSide([createRow('trade', 100n)]), there, TERMS))).toEqual([]);
  });

  test('differ on both sides by a row in another asset, and by a missing leg', () => {
    const here = createSide([createRow('a', 5n), createRow('trade', -9n), createRow('trade', 1n, 'coin:BTC')]);
    const there = createSide([createRow('a', 5n, 'iso4217:GBP'), createRow('trade', -9n)]);
    expect(listFaults(compareSides(here, there, TERMS))).toEqual([
      ['coin:BTC', 'trade', 'missing_there', 1n, 0n],
      [EUR, 'a', 'other_asset', 5n, 0n],
      ['iso4217:GBP', 'a', 'other_asset', 0n, 5n],
    ]);
  });

  test('differ when amounts were shifted between rows, although their sums agree', () => {
    const shifted = compareSides(
      createSide([createRow('a', 5n), createRow('b', 5n)]),
      createSide([createRow('a', 6n), createRow('b', 4n)]),
      TERMS,
    );
    expect(shifted[0]?.rows).toHaveLength(2);
    expect(shifted[0]?.rest).toBe(0n);
  });

  test('have a remainder that no row explains, after the opening balance is subtracted', () => {
    const there = createSide([createRow('a', 5n)], [createRow('lost', 100n), createRow('stolen', -1n)]);
    const terms = { ...TERMS, openings: new Map([[EUR, 100n]]) };
    expect(listFaults(compareSides(createSide([createRow('a', 5n)]), there, terms))).toEqual([[EUR, 'rest', -1n]]);
  });

  test('agree about manual movements from before the first comparison, whether booked or not', () => {
    const deposit = { ...createRow('deposit', 9n), byPeople: true };
    const terms = { ...TERMS, begunAt: new Date(NOW.getTime() + 1) };
    expect(listFaults(compareSides(createSide([]), createSide([deposit]), terms))).toEqual([]);
    expect(listFaults(compareSides(createSide([createRow('deposit', 9n)]), createSide([deposit]), terms))).toEqual([]);
    expect(listFaults(compareSides(createSide([createRow('deposit', 8n)]), createSide([deposit]), terms))).toHaveLength(
      1,
    );
    expect(listFaults(compareSides(createSide([]), createSide([deposit]), TERMS))).toHaveLength(1);
  });

  test('include rows from before the compared period only in the balances', () => {
    const old = createRow('old', 5n, EUR, new Date('2026-11-01T00:00:00Z'));
    const compared = compareSides(createSide([old]), createSide([]), { ...TERMS, from: NOW });
    expect(listFaults(compared)).toEqual([[EUR, 'rest', -5n]]);
  });
});

const anyRows = fc.uniqueArray(
  fc.record({
    id: fc.string({ minLength: 1, maxLength: 8 }),
    units: fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }).filter((units) => units !== 0n),
    asset: fc.constantFrom(EUR, 'iso4217:USD', 'coin:BTC'),
  }),
  { selector: ({ id }) => id, maxLength: 60 },
);

test('finds no difference between equal sides in any order', () => {
  fc.assert(
    fc.property(anyRows, fc.bigInt(), (rows, opening) => {
      const here = createSide(rows.map(({ id, units, asset }) => createRow(id, units, asset)));
      const there = createSide(here.rows.toReversed(), [createRow('', opening)]);
      const openings = new Map([[EUR, opening]]);
      expect(listFaults(compareSides(here, there, { ...TERMS, openings }))).toEqual([]);
    }),
  );
});

test('finds every change, and the named rows and the remainder sum to the difference', () => {
  fc.assert(
    fc.property(anyRows, anyRows, fc.bigInt({ min: -5n, max: 5n }), (a, b, loss) => {
      const here = createSide(a.map(({ id, units, asset }) => createRow(id, units, asset)));
      const there = createSide(
        b.map(({ id, units, asset }) => createRow(id, units, asset)),
        [createRow('', loss)],
      );
      const compared = compareSides(here, there, TERMS);
      const unlike = new Set(
        [...a, ...b].flatMap(({ id }) => {
          const key = (rows: typeof a) =>
            rows.filter((each) => each.id === id).map(({ asset, units }) => `${asset}${units}`);
          return key(a).join() === key(b).join() ? [] : [id];
        }),
      );
      expect(new Set(compared.flatMap(({ rows }) => rows.map(({ id }) => id)))).toEqual(unlike);
      for (const { here: ledgerUnits, there: accountUnits, rows, rest } of compared) {
        const named = rows.reduce((sum, each) => sum + each.there - each.here, 0n);
        expect(accountUnits - ledgerUnits).toBe(named + rest);
      }
      expect(compared.reduce((sum, { rest }) => sum + rest, 0n)).toBe(loss);
    }),
  );
});
