import { amountOf } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BankEntry } from '../../providers/bank/bankPort.ts';
import { type KnownBooking, recogniseBookings } from './recogniseBookings.ts';

const EURO = fiatAsset('EUR');
let count = 0;

function entry(some: Partial<BankEntry> & { readonly units?: bigint } = {}): BankEntry {
  const { units = 10_000n, ...more } = some;
  count += 1;
  return {
    entryId: `e${count}`,
    reference: '',
    transactionId: '',
    account: 'OURS',
    direction: 'credit',
    reversal: false,
    returnReason: '',
    amount: amountOf(EURO, units),
    bookedOn: '2026-06-10',
    endToEndId: '',
    remittance: 'RF18 5390 0754 7034',
    counterparty: { name: 'Anna Weber', account: 'NL91' },
    ...more,
  };
}

function stored(told: BankEntry, some: Partial<KnownBooking> = {}): KnownBooking {
  const { entryId, amount, counterparty, ...plain } = told;
  return {
    ...plain,
    id: entryId,
    units: amount.units,
    counterpartyName: counterparty.name,
    counterpartyAccount: counterparty.account,
    statedIn: null,
    notified: true,
    ...some,
  };
}

/** What a statement's booking is, after a notification's. */
function stated(notified: Partial<BankEntry>, told: Partial<BankEntry>): 'same' | 'new' | 'doubtful' {
  const [recognised] = recogniseBookings([entry(told)], 'statement', [stored(entry(notified))]);
  if (recognised?.kind === 'same') return 'same';
  return recognised?.doubt === null ? 'new' : 'doubtful';
}

describe('a booking that a notification told, and a statement tells in other words', () => {
  test.each<[string, Partial<BankEntry>, Partial<BankEntry>, string]>([
    ['another end-to-end id', { endToEndId: 'A' }, { endToEndId: 'B' }, 'same'],
    ['without its reference', { reference: 'R1' }, {}, 'same'],
    ['another reference', { reference: 'R1' }, { reference: 'R2' }, 'same'],
    ['a text that was cut', { remittance: 'RF18 5390 0754 7034 and more' }, { remittance: 'RF18539007547034' }, 'same'],
    ['a text in other signs', { remittance: 'RF18+5390/0754-7034' }, {}, 'same'],
    ['without a text', {}, { remittance: '' }, 'same'],
    ['without the payer', {}, { counterparty: { name: '', account: '' } }, 'same'],
    [
      'the amount and the day alone',
      {},
      { remittance: '', counterparty: { name: '', account: '' } },
      'same',
    ],
    ['the day after, under its reference', { reference: 'R1' }, { reference: 'R1', bookedOn: '2026-06-11' }, 'same'],
    ['the day after, without one', {}, { bookedOn: '2026-06-11' }, 'new'],
    ['another payer', {}, { counterparty: { name: 'Ben', account: 'DE89' } }, 'new'],
    ['another amount', {}, { amount: amountOf(EURO, 10_001n) }, 'new'],
    ['the other direction', {}, { direction: 'debit' }, 'new'],
    ['another text altogether', {}, { remittance: 'something else' }, 'doubtful'],
    [
      'another text and another reference',
      { reference: 'R1' },
      { reference: 'R2', remittance: 'something else' },
      'new',
    ],
    [
      'another text, and no payer',
      { counterparty: { name: '', account: '' } },
      { counterparty: { name: '', account: '' }, remittance: 'something else' },
      'doubtful',
    ],
  ])('%s', (_what, notified, told, expected) => {
    expect(stated(notified, told)).toBe(expected);
  });
});

describe('two bookings that look alike', () => {
  test('are two when one statement tells both', () => {
    const first = entry({ entryId: 'h' });
    const told = [entry({ entryId: 'h' }), entry({ entryId: 'h:2' })];
    const recognised = recogniseBookings(told, 'statement', [stored(first)]);
    expect(recognised).toEqual([
      { kind: 'same', id: 'h' },
      { kind: 'new', id: 'h:2', doubt: null },
    ]);
  });

  test('are two when two statements tell one each, though the bank gives both one reference', () => {
    const known = stored(entry({ entryId: 'R', reference: 'R' }), { statedIn: 1 });
    const recognised = recogniseBookings([entry({ entryId: 'R', reference: 'R' })], 'statement', [known]);
    expect(recognised).toEqual([{ kind: 'new', id: 'R@2026-06-10', doubt: null }]);
  });

  test('are two when a reference comes again after weeks', () => {
    const known = stored(entry({ entryId: 'R', reference: 'R', bookedOn: '2026-05-01' }));
    const recognised = recogniseBookings([entry({ entryId: 'R', reference: 'R' })], 'notification', [known]);
    expect(recognised).toEqual([{ kind: 'new', id: 'R@2026-06-10', doubt: null }]);
  });

  test('go each to the more alike', () => {
    const notified = [entry({ remittance: 'RF1 first' }), entry({ remittance: 'RF2 second' })];
    const told = [entry({ remittance: 'RF2second' }), entry({ remittance: 'RF1first' })];
    const recognised = recogniseBookings(told, 'statement', notified.map((each) => stored(each)));
    expect(recognised).toEqual([
      { kind: 'same', id: notified[1]?.entryId },
      { kind: 'same', id: notified[0]?.entryId },
    ]);
  });
});

test('a notification that comes twice, or after the statement, tells nothing new', () => {
  const told = entry({ entryId: 'R', reference: 'R' });
  expect(recogniseBookings([told], 'notification', [stored(told)])).toEqual([{ kind: 'same', id: 'R' }]);
  const late = entry({ endToEndId: 'other' });
  const known = stored(entry({ entryId: 'S' }), { statedIn: 3, notified: false });
  expect(recogniseBookings([late], 'notification', [known])).toEqual([{ kind: 'same', id: 'S' }]);
});

test('a sloppy bank’s statement counts every booking once, whatever it changes or leaves out', () => {
  const booking = fc.record({
    units: fc.constantFrom(1n, 10_000n, 25_000n),
    payer: fc.constantFrom('NL91', 'DE89', ''),
    text: fc.constantFrom('RF18', 'RF19', ''),
    endToEndId: fc.constantFrom('', 'A', 'B'),
    reference: fc.constantFrom('', 'set'),
  });
  const sloppiness = fc.record({
    payer: fc.boolean(),
    text: fc.constantFrom('as it is', 'cut', 'left out'),
    endToEndId: fc.boolean(),
    reference: fc.constantFrom('as it is', 'other', 'left out'),
  });
  fc.assert(
    fc.property(fc.array(booking, { minLength: 1, maxLength: 8 }), sloppiness, fc.nat(), (bookings, sloppy, told) => {
      const first = bookings.map(({ units, payer, text, endToEndId, reference }, index) =>
        entry({
          entryId: `n${index}`,
          amount: amountOf(EURO, units),
          counterparty: { name: payer, account: payer },
          remittance: text && `${text} ${index}`,
          endToEndId,
          reference: reference && `R${index}`,
        }),
      );
      const second = first.map((each, index) =>
        entry({
          ...each,
          entryId: `s${index}`,
          endToEndId: sloppy.endToEndId ? '' : each.endToEndId,
          counterparty: sloppy.payer ? { name: '', account: '' } : each.counterparty,
          remittance: sloppy.text === 'left out' ? '' : sloppy.text === 'cut' ? each.remittance.slice(0, 4) : each.remittance,
          reference: sloppy.reference === 'left out' ? '' : sloppy.reference === 'other' ? `X${index}` : each.reference,
        }),
      );
      const notified = first.slice(0, told % (first.length + 1));
      const recognised = recogniseBookings(second, 'statement', notified.map((each) => stored(each)));
      const same = recognised.filter(({ kind }) => kind === 'same');
      expect(new Set(same.map(({ id }) => id)).size).toBe(same.length);
      // Nothing is paid twice: what is not recognised and could be one of those is doubtful.
      const certain = recognised.filter((each) => each.kind === 'new' && each.doubt === null);
      expect(certain.length).toBeLessThanOrEqual(second.length - Math.min(notified.length, same.length));
      for (const [units, paid] of countByAmount(second, recognised, notified)) {
        const real = second.filter(({ amount }) => amount.units === units).length;
        expect(paid).toBeLessThanOrEqual(real);
      }
    }),
    { numRuns: 500 },
  );

  /** How many bookings of each amount count without a person's look. */
  function countByAmount(
    second: readonly BankEntry[],
    recognised: ReturnType<typeof recogniseBookings>,
    notified: readonly BankEntry[],
  ): Map<bigint, number> {
    const paid = new Map<bigint, number>();
    const add = ({ amount }: BankEntry) => paid.set(amount.units, (paid.get(amount.units) ?? 0) + 1);
    notified.forEach(add);
    recognised.forEach((each, index) => {
      if (each.kind === 'new' && each.doubt === null) add(second[index] as BankEntry);
    });
    return paid;
  }
});
