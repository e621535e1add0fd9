import fc from 'fast-check';
import { type VendorBehavior, vendorBehaviors } from './hostileWorld.testing.ts';

/** Every act of anyone on an order, at any time. */
export const acts = [
  'work',
  'workTwice',
  'timeRunsOut',
  'pay',
  'cancel',
  'agree',
  'repeatPaymentEvents',
  'captureElsewhere',
  'captureAgain',
  'dispute',
  'disputePartly',
  'win',
  'lose',
  'appeal',
  'repeatDisputeEvents',
  'warn',
  'refundElsewhere',
  'refundElsewhereFails',
  'refundsSettle',
  'refundsFail',
  'transfer',
  'transferPartly',
  'transferTooMuch',
  'recall',
  'recallPartly',
  'hold',
  'clear',
  'refuse',
  'giveUp',
  'freeze',
  'unfreeze',
  'verify',
  'reject',
  'mine',
  'finalize',
  'revert',
  'reorganize',
] as const;
export type Act = (typeof acts)[number];

export type Script = {
  readonly byBank: boolean;
  /** True if a risk rule holds the order when the payment arrives. */
  readonly risky: boolean;
  /** The buyer must present a document first. */
  readonly needsDocument: boolean;
  readonly acts: readonly Act[];
  readonly behaviors: readonly VendorBehavior[];
  readonly fills: readonly number[];
};

/** Typical sequences: most faults take several of these acts in a row. */
const typicalSequences: readonly (readonly Act[])[] = [
  ['work', 'work', 'work', 'work', 'work', 'work'],
  ['mine', 'work', 'work', 'work', 'work'],
  ['mine', 'work', 'work', 'work', 'work', 'reorganize', 'work'],
  ['hold', 'refuse'],
  ['hold', 'refuse', 'work', 'work', 'work'],
  ['hold', 'clear'],
  ['hold', 'mine', 'work'],
  ['work', 'work', 'dispute', 'work', 'work'],
  ['work', 'work', 'work', 'hold', 'clear', 'work', 'work', 'work'],
  ['work', 'work', 'work', 'giveUp', 'work', 'work', 'work'],
  ['dispute', 'refuse'],
  ['dispute', 'lose'],
  ['dispute', 'win'],
  ['lose', 'appeal'],
  ['disputePartly', 'lose'],
  ['refundElsewhere', 'refuse'],
  ['refundElsewhereFails', 'work'],
  ['refundsFail', 'clear'],
  ['cancel', 'captureElsewhere'],
  ['captureAgain', 'work'],
  ['transfer', 'clear'],
];

const anyActs = fc
  .array(
    fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom<readonly Act[]>(['work'], ['work'], ['mine']) },
      { weight: 1, arbitrary: fc.constantFrom(...acts.map((act) => [act])) },
      { weight: 1, arbitrary: fc.constantFrom(...typicalSequences) },
    ),
    { maxLength: 16 },
  )
  .map((parts) => parts.flat());

/** Generates the empty list half of the time: vendors without trouble, so that other faults are visible. */
function emptyOr<Value>(trouble: fc.Arbitrary<readonly Value[]>): fc.Arbitrary<readonly Value[]> {
  return fc.oneof(fc.constant<readonly Value[]>([]), trouble);
}

export const anyScript: fc.Arbitrary<Script> = fc.record({
  byBank: fc.boolean(),
  risky: fc.boolean(),
  needsDocument: fc.boolean(),
  acts: fc
    .tuple(fc.array(fc.constantFrom(...acts), { maxLength: 2 }), anyActs)
    .map(([before, after]) => [...before, 'pay' as const, 'transfer' as const, ...after]),
  behaviors: emptyOr(fc.array(fc.constantFrom(...vendorBehaviors), { maxLength: 12 })),
  fills: emptyOr(fc.array(fc.constantFrom(0, 0, 40, 100), { maxLength: 4 })),
});
