import { findTransition } from './applyEvent.ts';
import type { Assessment, OrderEvent } from './events.ts';
import { isReceived, type Order, owedAmount } from './order.ts';
import { sayRow } from './sayRow.ts';

export type Choice = {
  readonly command: 'clear' | 'refuse' | 'give-up' | 'unfreeze' | 'refund-by-bank' | 'cancel-payout' | 'raise-fee';
  readonly does: string;
};

/** What a clearing depends on: identity and price are judged again when an operator clears. */
const clearings: readonly { readonly when: string; readonly assessment: Assessment }[] = [
  { when: '', assessment: { risk: 'clear', identity: 'accepted' } },
  { when: '; with a document missing, ', assessment: { risk: 'clear', identity: 'needed' } },
  {
    when: '; with the price drifted, ',
    assessment: { risk: 'clear', identity: 'accepted', driftedUnits: 0n },
  },
];

/** What an operator can do about an order now, and what follows. The table is asked, so that it holds. */
export function choicesNow(order: Order, now: Date): readonly Choice[] {
  return [...decisions(order, now), ...aboutPayout(order)];
}

function decisions(order: Order, now: Date): readonly Choice[] {
  const asked = (event: OrderEvent) => sayRow(findTransition(order.status, event, { order, now }), order);
  if (order.frozen)
    return [{ command: 'unfreeze', does: 'lets it be decided again, by two people; it stays held where it was held' }];
  if (order.status === 'paid' || order.status === 'converting')
    return [{ command: 'give-up', does: asked({ kind: 'conversion_given_up', key: '', facts: {} }) }];
  if (order.status !== 'on_hold') return [];
  const cleared = clearings.map(({ when, assessment }) => ({
    when,
    does: asked({ kind: 'hold_cleared', key: '', facts: { assessment } }),
  }));
  // A hold that came after the judgement is cleared whatever they say: then there is one sentence.
  const different = cleared.filter(({ when, does }) => when === '' || does !== cleared[0]?.does);
  return [
    { command: 'clear', does: different.map(({ when, does }) => `${when}${does}`).join('') },
    { command: 'refuse', does: asked({ kind: 'hold_refused', key: '', facts: {} }) },
    ...byBank(order),
  ];
}

/** A card may take no refund any more: the buyer's bank account does. */
function byBank(order: Order): readonly Choice[] {
  if (isReceived(order) || order.heldFrom !== 'refunding' || owedAmount(order).units === 0n) return [];
  return [{ command: 'refund-by-bank', does: 'gives what is owed back by a transfer, to an account that you say' }];
}

/** Signed, and in no block for good. */
function aboutPayout({ payoutSigned, payoutFinal, status }: Order): readonly Choice[] {
  if (!payoutSigned || payoutFinal || status === 'delivered') return [];
  return [
    { command: 'raise-fee', does: 'sends the payout again now with a higher fee, within its ceiling' },
    {
      command: 'cancel-payout',
      does: `takes the payout back if no block has it${status === 'on_hold' ? '' : '; then it is paid out again'}`,
    },
  ];
}
