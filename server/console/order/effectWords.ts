import { amountOf } from '@slipway/money/amount.ts';
import { type Order, owedAmount } from '../../purchase/order/order.ts';
import { nextSteps } from '../../purchase/order/stateClocks.ts';
import type { EffectName, Transition } from '../../purchase/order/transitions.ts';
import { digitsOf, grouped, saidSum } from '../shownSum.ts';

/** An order's amounts as a person reads them, with the coins' own symbol. */
export type Said = { readonly pays: string; readonly owed: string; readonly beyond: string; readonly receives: string };

export function saidOf(order: Order, symbol: string): Said {
  const beyond = order.surplus.units - order.surplusReturned.units;
  const inPay = (units: bigint) => saidSum(amountOf(order.pay.asset, units));
  return {
    pays: inPay(order.pay.units),
    owed: inPay(owedAmount(order).units),
    beyond: beyond > 0n ? inPay(beyond) : '',
    receives: `${grouped(digitsOf(order.receive))} ${symbol}`,
  };
}

/** What each step does to the money, or says to whom; nothing for what is only looked at. */
const steps: Readonly<Record<EffectName, (said: Said) => string>> = {
  authorize_payment: ({ pays }) => `The acquirer is asked to authorize ${pays}.`,
  capture_payment: ({ pays }) => `The acquirer takes ${pays} from the card.`,
  void_payment: () => 'The hold on the card is let go: nothing was taken.',
  void_attempt: () => 'The other attempt is let go.',
  refund_payment: ({ owed }) => `${owed} go back to where they came from.`,
  refund_surplus: ({ beyond }) => (beyond === '' ? '' : `${beyond} that came beyond the price go back too.`),
  refund_receipt: () => 'What came goes back.',
  open_identity_check: () => 'The buyer is asked for a document.',
  ask_consent: () => 'The buyer is asked to agree to the new amount.',
  start_conversion: ({ receives }) => `${receives} are bought at the venue.`,
  execute_remainder: () => 'The rest is bought at the venue.',
  send_payout: ({ receives }) => `${receives} are signed and sent.`,
  notify_buyer: () => 'The buyer gets a letter.',
  rebroadcast_payout: () => 'The payout is sent again as it is.',
  bump_payout: () => 'The payout is sent with a higher fee.',
  alert_operator: () => '',
  sync_payment: () => '',
  sync_refund: () => '',
  sync_identity: () => '',
  sync_conversion: () => '',
  sync_payout: () => '',
  watch_payout: () => '',
  sync_provider: () => '',
};

/** A row of the machine's table as what it does to an order's money. */
export function effectOf(row: Transition, order: Order, said: Said): string {
  const to = row.to === 'held_from' ? (order.heldFrom ?? order.status) : row.to === 'same' ? order.status : row.to;
  const next = row.to === 'held_from' ? nextSteps[to] : undefined;
  const effects = [...row.effects, ...(next ? [next.effect] : [])];
  const sentences = [...new Set(effects)].map((name) => steps[name](said)).filter((text) => text !== '');
  const where = to === order.status ? `It stays ${nameOf(to)}.` : `The order becomes ${nameOf(to)}.`;
  return [...(sentences.length === 0 ? ['No money moves.'] : sentences), where].join(' ');
}

/** `on_hold` as `on hold`. */
export function nameOf(status: string): string {
  return status.replaceAll('_', ' ');
}
