import { createAmount } from '@slipway/money/amount.ts';
import { nextSteps } from '../../purchase/order/machine/stateDeadlines.ts';
import type { EffectName, Transition } from '../../purchase/order/machine/transitions.ts';
import { computeOwedAmount, type Order } from '../../purchase/order/order.ts';
import { formatAmountDigits, formatAmountWithCode, groupThousands } from '../presentAmount.ts';

/**
 * An order's amounts formatted for display, with the coin's symbol. `owed` is what a refund would return. `beyond` is the
 * surplus that is not refunded yet; empty if there is none.
 */
export type OrderAmountTexts = {
  readonly payAmount: string;
  readonly owed: string;
  readonly beyond: string;
  readonly receiveAmount: string;
};

export function formatOrderAmounts(order: Order, symbol: string): OrderAmountTexts {
  const beyond = order.surplus.units - order.surplusReturned.units;
  const inPay = (units: bigint) => formatAmountWithCode(createAmount(order.pay.asset, units));
  return {
    payAmount: inPay(order.pay.units),
    owed: inPay(computeOwedAmount(order).units),
    beyond: beyond > 0n ? inPay(beyond) : '',
    receiveAmount: `${groupThousands(formatAmountDigits(order.receive))} ${symbol}`,
  };
}

/** Describes how each effect moves money or contacts the buyer; empty for effects that do neither. */
const effectTexts: Readonly<Record<EffectName, (amounts: OrderAmountTexts) => string>> = {
  authorize_payment: ({ payAmount }) => `${payAmount} will be authorized.`,
  capture_payment: ({ payAmount }) => `${payAmount} will be captured.`,
  void_payment: () => 'The authorization will be voided; nothing is charged.',
  void_attempt: () => 'The authorization of the other attempt will be voided.',
  refund_payment: ({ owed }) => `${owed} will be refunded to the payer.`,
  refund_surplus: ({ beyond }) => (beyond === '' ? '' : `The surplus of ${beyond} will be refunded too.`),
  refund_receipt: () => 'The received payment will be refunded.',
  open_identity_check: () => 'The buyer will be asked for a document.',
  request_consent: () => 'The buyer will be asked to accept the new amount.',
  start_conversion: ({ receiveAmount }) => `${receiveAmount} will be bought at the exchange.`,
  execute_remainder: () => 'The remainder will be bought at the exchange.',
  send_payout: ({ receiveAmount }) => `${receiveAmount} will be signed and sent.`,
  notify_buyer: () => 'The buyer will be notified by email.',
  rebroadcast_payout: () => 'The payout will be sent again unchanged.',
  bump_payout: () => 'The payout will be sent with a higher fee.',
  alert_operator: () => '',
  sync_payment: () => '',
  sync_refund: () => '',
  sync_identity: () => '',
  sync_conversion: () => '',
  sync_payout: () => '',
  watch_payout: () => '',
  sync_provider: () => '',
};

/** Describes what a row of the state machine does to an order's money and status. */
export function describeTransition(row: Transition, order: Order, amounts: OrderAmountTexts): string {
  const to = row.to === 'held_from' ? (order.heldFrom ?? order.status) : row.to === 'same' ? order.status : row.to;
  const next = row.to === 'held_from' ? nextSteps[to] : undefined;
  const effects = [...row.effects, ...(next ? [next.effect] : [])];
  const sentences = [...new Set(effects)].map((name) => effectTexts[name](amounts)).filter((text) => text !== '');
  const where = to === order.status ? `Status stays “${formatStatus(to)}”.` : `New status: “${formatStatus(to)}”.`;
  return [...(sentences.length === 0 ? ['No money moves.'] : sentences), where].join(' ');
}

/** Formats `on_hold` as `on hold`. */
export function formatStatus(status: string): string {
  return status.replaceAll('_', ' ');
}
