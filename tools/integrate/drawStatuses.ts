import { type OrderStatus, openOrderStatuses, orderStatuses } from '../../contract/entities/orderStatuses.ts';
import { webhookTypes } from '../../contract/webhookEvents.ts';
import { providerTransitions } from '../../server/purchase/order/machine/providerTransitions.ts';
import { transitions } from '../../server/purchase/order/machine/transitions.ts';

/** Advice for a partner on an order in each status. */
const ADVICE: Readonly<Record<OrderStatus, string>> = {
  awaiting_payment: 'Wait. The buyer can pay, try another payment or cancel.',
  authorizing: 'Wait. It takes seconds with a card.',
  awaiting_identity: 'Wait. The buyer submits a document.',
  awaiting_consent: 'Wait. The buyer sees the new price and agrees or cancels.',
  capturing: 'Wait.',
  paid: 'Show that the payment has arrived. Do not release goods: the crypto is not delivered yet.',
  converting: 'Wait.',
  converted: 'Wait.',
  delivering: 'Show that the transfer is under way.',
  delivered: 'Release the goods, if `sessionId` is that of the session which you created for them.',
  voiding: 'Wait.',
  cancelled: 'Offer a new purchase.',
  expired: 'Offer a new purchase.',
  failed: 'Offer a new purchase, perhaps with another payment method.',
  on_hold: 'Wait. The operator reviews the order. Do not ask the buyer to pay again.',
  refunding: 'Show that the money is on its way back.',
  refunded:
    'Offer a new purchase, unless the order was `delivered` before (see below). `refundedAmount` is the amount that the buyer got back.',
};

/** Returns docs/integrate/statuses.md, from the contract and the table of the order state machine. */
export function drawStatuses(): string {
  return [
    '# Statuses',
    '',
    '<!-- Written by `npm run draw` from tools/integrate/drawStatuses.ts and the order machine. -->',
    '',
    'Events, webhooks and the calls `orderStatus` and `orders` contain the `status` of an order. The status',
    `${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(endedStatuses)} means that the order has ended.`,
    'In any other status, money of the order may still move, or a person has to decide.',
    '',
    'An order that has ended may still change to the statuses in the last column, for the [reasons below](#why-an-ended-order-changes).',
    'Accept a later event of an order that you have closed. New statuses may be added: treat an order with an unknown status as not ended.',
    '',
    '| status | means | ended | what you do | may still change to |',
    '| --- | --- | --- | --- | --- |',
    ...orderStatuses.map(drawRow),
    '',
    '## Why an ended order changes',
    '',
    '- A payment arrives after the order was cancelled, has expired or has failed: it is refunded (`refunding`), or its',
    '  authorization is voided (`voiding`).',
    '- A block with the transfer was replaced by another one: the order is `delivering` until the transfer is confirmed again.',
    '- A refund fails later, or the bank returns it: the operator decides (`on_hold`).',
    '- A dispute ends after the order was cancelled or refunded: money that is then owed to the buyer is refunded (`refunding`).',
    '- Another provider sells the crypto, and reports a payment, delivery, hold, failure or refund after the order has ended.',
    '  If a `delivered` order becomes `refunded`, ask the operator whether the crypto arrived before you act on the goods.',
    '',
    '## Related fields',
    '',
    '| field | values |',
    '| --- | --- |',
    '| `exception` | `none`, or how the payment differs from the order, such as `underpaid`: `order.exception_changed` |',
    "| `dispute` | `none`, or the state of the card bank's dispute: `order.dispute_changed`. A dispute may open months after `delivered` |",
    '| `paidAmount`, `refundedAmount` | the amounts that the operator received from and refunded to the buyer so far; zero if another provider takes the payment |',
    '| `transactionId` | the transfer on the chain while the status is `delivered`; otherwise null |',
    '',
  ].join('\n');
}

const openStatuses: ReadonlySet<OrderStatus> = new Set(openOrderStatuses);
const endedStatuses = orderStatuses.filter((status) => !openStatuses.has(status)).map((status) => `\`${status}\``);

function drawRow(status: OrderStatus): string {
  const later = openStatuses.has(status) ? [] : listLaterStatuses(status);
  return `| \`${status}\` | ${describeStatus(status)} | ${openStatuses.has(status) ? '' : 'yes'} | ${ADVICE[status]} | ${later.join(', ')} |`;
}

/** A new order has the status `awaiting_payment` too, but the event of that name is sent only after a failed attempt. */
function describeStatus(status: OrderStatus): string {
  if (status === 'awaiting_payment') return 'The order waits for its payment: it is new, or a payment attempt failed';
  return webhookTypes[`order.${status}`];
}

function listLaterStatuses(status: OrderStatus): readonly string[] {
  const rows = [...transitions, ...providerTransitions].filter(
    ({ from, to }) => from.includes(status) && to !== status,
  );
  return [...new Set(rows.flatMap(({ to }) => (to === 'same' ? [] : [`\`${to}\``])))].toSorted();
}
