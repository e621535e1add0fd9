import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BankEntry } from '../../../providers/bank/bankPort.ts';
import { addCheckDigits } from '../../order/numbers/transferReference.ts';
import { type KnownBooking } from './bookingSimilarity.ts';
import { matchBookings } from './matchBookings.ts';

const EURO = fiatAsset('EUR');
const REFERENCE = addCheckDigits('ABCDEFGHJK1');
const OTHER_REFERENCE = addCheckDigits('ABCDEFGHJK2');
let count = 0;

function createEntry(some: Partial<BankEntry> & { readonly units?: bigint } = {}): BankEntry {
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
    amount: createAmount(EURO, units),
    bookedOn: '2026-06-10',
    endToEndId: '',
    remittance: REFERENCE,
    furtherText: '',
    batch: null,
    unitemized: 0,
    counterparty: { name: 'Anna Weber', account: 'NL91' },
    ...more,
  };
}

function toKnownBooking(bankEntry: BankEntry, some: Partial<KnownBooking> = {}): KnownBooking {
  const { entryId, amount, counterparty, ...plain } = bankEntry;
  return {
    ...plain,
    id: entryId,
    units: amount.units,
    counterpartyName: counterparty.name,
    counterpartyAccount: counterparty.account,
    statedIn: null,
    notified: true,
    suspected: false,
    status: 'new',
    ...some,
  };
}

/** Returns how a statement's booking is classified after a notification's. */
async function classifyStated(
  notified: Partial<BankEntry>,
  statementEntry: Partial<BankEntry>,
): Promise<'same' | 'new' | 'doubtful'> {
  const [recognised] = await matchBookings([createEntry(statementEntry)], 'statement', [
    toKnownBooking(createEntry(notified)),
  ]);
  if (recognised?.kind === 'same') return 'same';
  return recognised?.doubt === null ? 'new' : 'doubtful';
}

describe('a notified booking that a statement describes differently', () => {
  test.each<[string, Partial<BankEntry>, Partial<BankEntry>, string]>([
    ['another end-to-end id', { endToEndId: 'A' }, { endToEndId: 'B' }, 'same'],
    ['without its reference', { reference: 'R1' }, {}, 'same'],
    ['another reference', { reference: 'R1' }, { reference: 'R2' }, 'same'],
    ['a text that was cut', { remittance: 'thanks for all the fish' }, { remittance: 'THANKS FOR' }, 'same'],
    ['a text with other punctuation', { remittance: 'a/b c+d-e' }, { remittance: 'A B, C D E' }, 'same'],
    ['a text with labels', {}, { remittance: `EREF+X KREF+Y SVWZ+${REFERENCE}` }, 'same'],
    ['without a text', {}, { remittance: '' }, 'same'],
    ['without the payer', {}, { counterparty: { name: '', account: '' } }, 'same'],
    ['only the amount and the day', {}, { remittance: '', counterparty: { name: '', account: '' } }, 'same'],
    ['the day after, under its reference', { reference: 'R1' }, { reference: 'R1', bookedOn: '2026-06-11' }, 'same'],
    ['the day after, without a reference', {}, { bookedOn: '2026-06-11' }, 'new'],
    ['another payer', {}, { counterparty: { name: 'Ben', account: 'DE89' } }, 'new'],
    ['another amount', {}, { amount: createAmount(EURO, 10_001n) }, 'new'],
    ['the other direction', {}, { direction: 'debit' }, 'new'],
    ['the reference of another order', {}, { remittance: OTHER_REFERENCE }, 'new'],
    ['a reference instead of another text', { remittance: 'something else' }, {}, 'doubtful'],
    ['another text instead of a reference', {}, { remittance: 'something else' }, 'new'],
    [
      'another text and another reference',
      { reference: 'R1', remittance: 'something else' },
      { reference: 'R2' },
      'new',
    ],
    [
      'another text, and no payer',
      { counterparty: { name: '', account: '' }, remittance: 'something else' },
      { counterparty: { name: '', account: '' } },
      'doubtful',
    ],
  ])('is the same, new or doubtful: %s', async (_name, notified, statementEntry, expected) => {
    expect(await classifyStated(notified, statementEntry)).toBe(expected);
  });
});

describe('two similar bookings', () => {
  test('are distinct when one statement contains both', async () => {
    const first = createEntry({ entryId: 'h' });
    const statementEntries = [createEntry({ entryId: 'h' }), createEntry({ entryId: 'h:2' })];
    const recognised = await matchBookings(statementEntries, 'statement', [toKnownBooking(first)]);
    expect(recognised).toEqual([
      { kind: 'same', id: 'h' },
      { kind: 'new', id: 'h:2', doubt: null },
    ]);
  });

  test('are distinct when two statements contain one each, even with the same reference', async () => {
    const known = toKnownBooking(createEntry({ entryId: 'R', reference: 'R' }), { statedIn: 1 });
    const recognised = await matchBookings([createEntry({ entryId: 'R', reference: 'R' })], 'statement', [known]);
    expect(recognised).toEqual([{ kind: 'new', id: 'R@2026-06-10', doubt: null }]);
  });

  test('are distinct when a reference is used again after weeks', async () => {
    const known = toKnownBooking(createEntry({ entryId: 'R', reference: 'R', bookedOn: '2026-05-01' }));
    const recognised = await matchBookings([createEntry({ entryId: 'R', reference: 'R' })], 'notification', [known]);
    expect(recognised).toEqual([{ kind: 'new', id: 'R@2026-06-10', doubt: null }]);
  });

  test('are each matched to the more similar one of a statement', async () => {
    const notified = [createEntry(), createEntry({ remittance: OTHER_REFERENCE })];
    const statementEntries = [
      createEntry({ remittance: `${OTHER_REFERENCE} thanks` }),
      createEntry({ remittance: `${REFERENCE} thanks` }),
    ];
    const recognised = await matchBookings(
      statementEntries,
      'statement',
      notified.map((each) => toKnownBooking(each)),
    );
    expect(recognised).toEqual([
      { kind: 'same', id: notified[1]?.entryId },
      { kind: 'same', id: notified[0]?.entryId },
    ]);
  });
});

test('marks at most one new booking as doubtful for each notified booking without a match', async () => {
  const waiting = toKnownBooking(createEntry({ remittance: 'something else' }));
  const statementEntries = [createEntry(), createEntry({ remittance: OTHER_REFERENCE })];
  const doubts = async (known: KnownBooking) =>
    (await matchBookings(statementEntries, 'statement', [known])).map((each) =>
      each.kind === 'new' ? each.doubt : each.kind,
    );
  expect(await doubts(waiting)).toEqual([waiting.id, null]);
  expect(await doubts({ ...waiting, suspected: true })).toEqual([null, null]);
});

test('finds nothing new in a repeated notification, or in one after the statement', async () => {
  const bankEntry = createEntry({ entryId: 'R', reference: 'R' });
  expect(await matchBookings([bankEntry], 'notification', [toKnownBooking(bankEntry)])).toEqual([
    { kind: 'same', id: 'R' },
  ]);
  const late = createEntry({ endToEndId: 'other' });
  const known = toKnownBooking(createEntry({ entryId: 'S' }), { statedIn: 3, notified: false });
  expect(await matchBookings([late], 'notification', [known])).toEqual([{ kind: 'same', id: 'S' }]);
});

test('counts no booking twice, even if a bank’s statement changes or omits details', async () => {
  const booking = fc.record({
    units: fc.constantFrom(1n, 10_000n, 25_000n),
    payer: fc.constantFrom('NL91', 'DE89', ''),
    text: fc.constantFrom(REFERENCE, OTHER_REFERENCE, 'thanks', ''),
    endToEndId: fc.constantFrom('', 'A', 'B'),
    reference: fc.constantFrom('', 'set'),
  });
  const sloppiness = fc.record({
    payer: fc.boolean(),
    text: fc.constantFrom('as it is', 'labelled', 'left out'),
    endToEndId: fc.boolean(),
    reference: fc.constantFrom('as it is', 'other', 'left out'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(booking, { minLength: 1, maxLength: 8 }),
      sloppiness,
      fc.nat(),
      async (bookings, sloppy, notifiedCount) => {
        const first = bookings.map(({ units, payer, text, endToEndId, reference }, index) =>
          createEntry({
            entryId: `n${index}`,
            amount: createAmount(EURO, units),
            counterparty: { name: payer, account: payer },
            remittance: text && `${text} ${index}`,
            endToEndId,
            reference: reference && `R${index}`,
          }),
        );
        const second = first.map((each, index) =>
          createEntry({
            ...each,
            entryId: `s${index}`,
            endToEndId: sloppy.endToEndId ? '' : each.endToEndId,
            counterparty: sloppy.payer ? { name: '', account: '' } : each.counterparty,
            remittance:
              sloppy.text === 'left out'
                ? ''
                : sloppy.text === 'labelled'
                  ? `SVWZ ${each.remittance}`
                  : each.remittance,
            reference:
              sloppy.reference === 'left out' ? '' : sloppy.reference === 'other' ? `X${index}` : each.reference,
          }),
        );
        const notified = first.slice(0, notifiedCount % (first.length + 1));
        const recognised = await matchBookings(
          second,
          'statement',
          notified.map((each) => toKnownBooking(each)),
        );
        const same = recognised.filter(({ kind }) => kind === 'same');
        expect(new Set(same.map(({ id }) => id)).size).toBe(same.length);
        for (const [what, paid] of countPayments(second, recognised, notified)) {
          const real = second.filter((_, index) => findPayment(first[index] as BankEntry) === what).length;
          expect(paid).toBeLessThanOrEqual(real);
        }
      },
    ),
    { numRuns: 500 },
  );

  /** Returns the reference of the order that a booking pays without an operator's check, with the amount. */
  function findPayment({ remittance, amount }: BankEntry): string | undefined {
    const reference = [REFERENCE, OTHER_REFERENCE].find((each) => remittance.includes(each));
    return reference && `${reference} ${amount.units}`;
  }

  /** Returns how many times each order is paid without an operator's check. */
  function countPayments(
    second: readonly BankEntry[],
    recognised: Awaited<ReturnType<typeof matchBookings>>,
    notified: readonly BankEntry[],
  ): Map<string, number> {
    const paid = new Map<string, number>();
    const add = (each: BankEntry) => {
      const what = findPayment(each);
      if (what !== undefined) paid.set(what, (paid.get(what) ?? 0) + 1);
    };
    notified.forEach(add);
    recognised.forEach((each, index) => {
      if (each.kind === 'new' && each.doubt === null) add(second[index] as BankEntry);
    });
    return paid;
  }
});
