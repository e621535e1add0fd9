import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeContinuity, type KnownStatement, type ReportedStatement } from './statementContinuity.ts';
import { isDateBasedNumber } from './statementNumbers.ts';

const day = (number: number) => `2026-06-${String(number).padStart(2, '0')}`;
const format = (units: bigint) => `${units}`;

const createStatement = (
  number: number,
  opening: bigint,
  closing: bigint,
  overrides: Partial<ReportedStatement> = {},
): ReportedStatement => ({
  statementId: `S${number}`,
  sequenceNumber: null,
  pageNumber: null,
  closedOn: day(number),
  opening,
  closing,
  net: closing - opening,
  later: [],
  forecasts: [],
  ...overrides,
});

/** Accepts the statements one after another, and returns them as the database stores them, by day. */
function acceptStatements(
  statements: readonly (ReportedStatement & { readonly continueFrom?: bigint })[],
): KnownStatement[] {
  const known: KnownStatement[] = [];
  for (const { continueFrom, ...statement } of statements) {
    const judged = judgeContinuity(known, statement, continueFrom);
    if (judged.kind === 'repeated') continue;
    if (judged.kind === 'refused') throw new Error(judged.detail(format));
    const id = known.length + 1;
    const { opening, closing, uncounted, follows, leadsTo } = judged;
    const linked = known.map((other) => ({
      ...other,
      followed: other.followed || other.id === follows,
      follows: other.id === leadsTo ? id : other.follows,
    }));
    known.splice(0, known.length, ...linked, {
      ...statement,
      id,
      opening,
      closing,
      uncounted,
      follows,
      followed: leadsTo !== null,
    });
    known.sort((a, b) => (a.closedOn === b.closedOn ? a.id - b.id : a.closedOn < b.closedOn ? -1 : 1));
  }
  return known;
}

const describeJudgement = (known: readonly KnownStatement[], statement: ReportedStatement, continueFrom?: bigint) => {
  const judged = judgeContinuity(known, statement, continueFrom);
  return judged.kind === 'refused' ? judged.detail(format) : judged.kind;
};

describe('a statement', () => {
  test('is accepted as the first of an account, and continued by the next', () => {
    const known = acceptStatements([createStatement(1, 0n, 100n), createStatement(2, 100n, 70n)]);
    expect(known.map(({ follows }) => follows)).toEqual([null, 1]);
  });

  test('is refused, with both balances, when the preceding one is missing', () => {
    expect(describeJudgement(acceptStatements([createStatement(1, 0n, 100n)]), createStatement(3, 70n, 90n))).toBe(
      'it opens with 70, but the one before it, S1 until 2026-06-01, closed with 100: a statement between them is missing',
    );
  });

  test('that arrives late fills a gap that an operator accepted', () => {
    const known = acceptStatements([
      createStatement(1, 0n, 100n),
      { ...createStatement(3, 70n, 90n), continueFrom: 70n },
      createStatement(2, 100n, 70n),
    ]);
    expect(known.map(({ id, follows }) => [id, follows])).toEqual([
      [1, null],
      [3, 1],
      [2, 3],
    ]);
  });

  test('from before the first known statement must close with that statement’s opening balance', () => {
    const known = acceptStatements([createStatement(5, 50n, 60n)]);
    expect(describeJudgement(known, createStatement(4, 10n, 40n))).toContain('it closes with 40, but the one after it');
    expect(
      acceptStatements([createStatement(5, 50n, 60n), createStatement(4, 10n, 50n)]).map(({ id, follows }) => [
        id,
        follows,
      ]),
    ).toEqual([
      [2, null],
      [1, 2],
    ]);
  });

  test('is refused if other statements cover its days, even with an opening balance from an operator', () => {
    const known = acceptStatements([
      createStatement(1, 0n, 100n),
      createStatement(2, 100n, 100n),
      createStatement(4, 100n, 50n),
    ]);
    expect(describeJudgement(known, createStatement(3, 5n, 6n))).toContain('are already in other statements');
    expect(describeJudgement(known, createStatement(3, 5n, 6n), 5n)).toContain('are already in other statements');
  });

  test('after a gap is accepted only with its opening balance from an operator', () => {
    const known = acceptStatements([createStatement(1, 0n, 100n)]);
    expect(describeJudgement(known, createStatement(3, 70n, 90n), 71n)).toContain('it opens with 70');
    expect(describeJudgement(known, createStatement(3, 70n, 90n), 70n)).toBe('continues');
  });

  test('is recognized as repeated only if its balances are the same', () => {
    const known = acceptStatements([
      createStatement(1, 0n, 100n),
      createStatement(2, 100n, 70n),
      createStatement(3, 70n, 70n),
    ]);
    expect(describeJudgement(known, createStatement(3, 70n, 70n))).toBe('repeated');
    expect(describeJudgement(known, { ...createStatement(3, 70n, 71n) })).toContain('continues');
  });

  test('without an opening balance continues from the last known balance', () => {
    const known = acceptStatements([createStatement(1, 0n, 100n)]);
    expect(judgeContinuity(known, { ...createStatement(2, 100n, 130n), opening: null })).toMatchObject({
      kind: 'continues',
      opening: 100n,
      follows: 1,
    });
    expect(describeJudgement(known, { ...createStatement(2, 100n, 130n), opening: null, closing: 131n })).toBe(
      '100 before and 30 booked do not add up to the closing balance of 131',
    );
    expect(judgeContinuity([], { ...createStatement(2, 100n, 130n), opening: null })).toMatchObject({ opening: 100n });
  });

  test('follows another one of the same day', () => {
    expect(
      acceptStatements([createStatement(1, 0n, 10n), createStatement(1, 10n, 15n, { statementId: 'S1b' })]).map(
        ({ follows }) => follows,
      ),
    ).toEqual([null, 1]);
  });
});

describe('the numbers of a bank’s statements', () => {
  const oddity = (before: Partial<ReportedStatement>, after: Partial<ReportedStatement>) => {
    const judged = judgeContinuity(
      acceptStatements([createStatement(1, 0n, 1n, before)]),
      createStatement(2, 1n, 1n, after),
    );
    return judged.kind === 'continues' ? judged.numberIrregularity : judged.kind;
  };
  test.each<[string, Partial<ReportedStatement>, Partial<ReportedStatement>, string | null]>([
    ['the next number', { sequenceNumber: 7 }, { sequenceNumber: 8 }, null],
    ['a gap', { sequenceNumber: 7 }, { sequenceNumber: 9 }, 'number 9 follows number 7'],
    ['a repetition', { sequenceNumber: 7 }, { sequenceNumber: 7 }, 'the number 7 was already used'],
    ['one back', { sequenceNumber: 7 }, { sequenceNumber: 6 }, 'number 6 follows number 7'],
    ['the next page', { sequenceNumber: 7, pageNumber: 1 }, { sequenceNumber: 7, pageNumber: 2 }, null],
    [
      'a new year',
      { sequenceNumber: 300, closedOn: '2026-12-31' },
      { sequenceNumber: 1, closedOn: '2027-01-04' },
      null,
    ],
    ['no number before', {}, { sequenceNumber: 9 }, null],
    ['numbers made of dates', { sequenceNumber: 26152 }, { sequenceNumber: 26155, closedOn: day(4) }, null],
  ])('are in order or irregular: %s', (_name, before, after, expected) => {
    expect(oddity(before, after)).toBe(expected);
  });

  test.each([
    [26098, '2026-04-08', true],
    [2026098, '2026-04-08', true],
    [20260408, '2026-04-08', true],
    [260408, '2026-04-08', true],
    [98, '2026-04-08', false],
    [5366, '2005-12-31', false],
    [5365, '2005-12-31', true],
  ])('are recognized as based on the date: %d on %s is %s', (number, on, expected) => {
    expect(isDateBasedNumber(number, on)).toBe(expected);
  });
});

test('accepts statements after a missing one only if that one did not change the balance', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: -50n, max: 50n }), { minLength: 2, maxLength: 12 }),
      fc.nat(),
      (nets, seed) => {
        let balance = 1_000n;
        const all = nets.map((net, index) => {
          const opening = balance;
          balance += net;
          return createStatement(index + 1, opening, balance);
        });
        const missing = seed % all.length;
        const net = all[missing]?.net ?? 0n;
        const [before, after] = [all.slice(0, missing), all.slice(missing + 1)];
        const next = after[0];
        if (before.length === 0 || !next) return;
        const known = acceptStatements(before);
        expect(describeJudgement(known, next) === 'continues').toBe(net === 0n);
        if (net !== 0n)
          expect(acceptStatements([...before, all[missing] as ReportedStatement, ...after])).toHaveLength(all.length);
      },
    ),
    { numRuns: 300 },
  );
});

describe('a statement of a bank that counts a booking from its value date', () => {
  const later = [{ on: day(3), units: 25n }];
  const first = createStatement(1, 100n, 160n, { net: 85n, later, forecasts: [{ on: day(3), units: 185n }] });

  test('is accepted when it states the balance of that date, and later statements reach it', () => {
    const known = acceptStatements([
      first,
      createStatement(2, 160n, 160n),
      createStatement(3, 160n, 195n, { net: 10n }),
    ]);
    expect(known.map(({ opening, closing, uncounted }) => [opening, closing, uncounted])).toEqual([
      [100n, 185n, later],
      [185n, 185n, later],
      [185n, 195n, []],
    ]);
    expect(describeJudgement(known, first)).toBe('repeated');
  });

  test.each<[string, Partial<ReportedStatement>]>([
    ['states no later balance', { forecasts: [] }],
    ['states a later balance without the booking', { forecasts: [{ on: day(3), units: 184n }] }],
    ['states the later balance of another day', { forecasts: [{ on: day(4), units: 185n }] }],
    ['has a closing balance without another amount', { closing: 161n }],
  ])('is refused when it %s', (_what, overrides) => {
    expect(judgeContinuity([], { ...first, ...overrides })).toMatchObject({ kind: 'refused', reason: 'unbalanced' });
  });

  test('must count the booking on that date, and only once', () => {
    const known = acceptStatements([first, createStatement(2, 160n, 160n)]);
    expect(describeJudgement(known, createStatement(3, 160n, 160n))).toBe(
      '160 before, 25 that count from 2026-06-03 on and 0 booked do not add up to the closing balance of 160',
    );
    expect(describeJudgement(known, createStatement(3, 160n, 185n))).toBe(
      '160 before, 25 that count from 2026-06-03 on and 25 booked do not add up to the closing balance of 185',
    );
    expect(describeJudgement(known, createStatement(3, 150n, 175n, { net: 0n }))).toContain(
      'closed with 160: a statement between',
    );
  });

  test('may have pending bookings equal to the received ones', () => {
    const next = createStatement(3, 160n, 185n, {
      net: 25n,
      later: [{ on: day(4), units: 25n }],
      forecasts: [{ on: day(4), units: 210n }],
    });
    expect(acceptStatements([first, next]).at(-1)).toMatchObject({
      opening: 185n,
      closing: 210n,
      uncounted: next.later,
    });
  });

  test('may have pending amounts that add up to zero', () => {
    const opposite = [
      { on: day(2), units: 25n },
      { on: day(3), units: -25n },
    ];
    const forecasts = [
      { on: day(2), units: 125n },
      { on: day(3), units: 100n },
    ];
    const known = acceptStatements([
      createStatement(1, 100n, 100n, { later: opposite, forecasts }),
      createStatement(2, 100n, 125n, { net: 0n }),
      createStatement(3, 125n, 100n, { net: 0n }),
    ]);
    expect(known.map(({ closing, uncounted }) => [closing, uncounted.length])).toEqual([
      [100n, 2],
      [100n, 1],
      [100n, 0],
    ]);
  });

  test('is distinguished from one that counts all bookings at once', () => {
    expect(judgeContinuity([], { ...first, closing: 185n, forecasts: [] })).toMatchObject({
      kind: 'continues',
      closing: 185n,
      uncounted: [],
    });
  });
});
