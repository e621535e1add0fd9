import { findTransition } from '../machine/applyEvent.ts';
import { computeOwedAmount, isPaidByBankTransfer, type Order } from '../order.ts';
import type { Assessment, OrderEvent } from '../orderEventKinds.ts';
import { describeOrderTransition } from './describeOrderTransition.ts';

export type OperatorChoice = {
  readonly command: 'clear' | 'refuse' | 'give-up' | 'unfreeze' | 'refund-by-bank' | 'cancel-payout' | 'raise-fee';
  /** The result of the command. */
  readonly does: string;
};

/** The possible assessments when an operator clears a held order, which evaluates identity and price again. */
const clearings: readonly { readonly when: string; readonly assessment: Assessment }[] = [
  { when: '', assessment: { risk: 'clear', identity: 'accepted' } },
  { when: '; if a document is required, ', assessment: { risk: 'clear', identity: 'needed' } },
  {
    when: '; if the price has drifted, ',
    assessment: { risk: 'clear', identity: 'accepted', driftedUnits: 0n },
  },
];

/** Returns what an operator can do about an order now, and the result, derived from the transition table. */
export function listOperatorChoices(order: Order, now: Date): readonly OperatorChoice[] {
  return [...listDecisions(order, now), ...listPayoutChoices(order)];
}

function listDecisions(order: Order, now: Date): readonly OperatorChoice[] {
  const describeEvent = (event: OrderEvent) =>
    describeOrderTransition(findTransition(order.status, event, { order, now }), order);
  if (order.frozen)
    return [
      {
        command: 'unfreeze',
        does: 'unfreezes the order, which needs two people; it stays on hold and can then be released or refunded',
      },
    ];
  if (order.status === 'paid' || order.status === 'converting')
    return [{ command: 'give-up', does: describeEvent({ kind: 'conversion_given_up', key: '', facts: {} }) }];
  if (order.status !== 'on_hold') return [];
  const cleared = clearings.map(({ when, assessment }) => ({
    when,
    does: describeEvent({ kind: 'hold_cleared', key: '', facts: { assessment } }),
  }));
  // A hold after the assessment has the same result in every case, so one sentence suffices.
  const different = cleared.filter(({ when, does }) => when === '' || does !== cleared[0]?.does);
  return [
    { command: 'clear', does: different.map(({ when, does }) => `${when}${does}`).join('') },
    { command: 'refuse', does: describeEvent({ kind: 'hold_refused', key: '', facts: {} }) },
    ...listBankRefundChoices(order),
  ];
}

/** If the card can no longer be refunded, the refund can go to the buyer's bank account. */
function listBankRefundChoices(order: Order): readonly OperatorChoice[] {
  if (isPaidByBankTransfer(order) || order.heldFrom !== 'refunding' || computeOwedAmount(order).units === 0n) return [];
  return [{ command: 'refund-by-bank', does: 'refunds what is owed by bank transfer, to an account that you enter' }];
}

/** Choices for a signed payout that is neither delivered nor final. */
function listPayoutChoices({ payoutSigned, payoutFinal, status }: Order): readonly OperatorChoice[] {
  if (!payoutSigned || payoutFinal || status === 'delivered') return [];
  return [
    { command: 'raise-fee', does: 'sends the payout again now with a higher fee, within its ceiling' },
    {
      command: 'cancel-payout',
      does: `cancels the payout if no block contains it${status === 'on_hold' ? '' : '; then it is paid out again'}`,
    },
  ];
}
