import { z } from 'zod';
import {
  disputeStatus,
  type OrderStatus,
  orderException,
  orderReferences,
  orderStatus,
  orderStatuses,
} from './entities/order.ts';
import { amountText, orderNo, payMethod, tradedAmounts } from './entities/scalars.ts';

const statusDescriptions = {
  awaiting_payment: 'A payment attempt failed, and the buyer may try again',
  authorizing: 'The buyer submitted a payment, and the bank was asked to authorize it',
  awaiting_identity: 'The payment is authorized or received, and the buyer must provide a document',
  awaiting_consent: 'The price has changed: the buyer accepts the new amount or cancels',
  capturing: 'The authorized payment is being captured',
  paid: 'The money was received',
  converting: 'The crypto is being bought',
  converted: 'The crypto was bought',
  delivering: 'The transfer to the wallet is in progress',
  delivered: 'The transfer has enough confirmations; `transactionId` identifies it',
  voiding: 'The authorization is being voided',
  cancelled: 'The order was cancelled, and none of the buyer’s money is retained',
  expired: 'The time to pay has expired',
  failed: 'The payment failed permanently',
  on_hold: 'The order is on hold until a person has reviewed it',
  refunding: 'The money is being refunded',
  refunded: 'The money was refunded',
} as const satisfies Readonly<Record<OrderStatus, string>>;

/** Events of an order that are not a status. */
const otherDescriptions = {
  created: 'The order was created',
  dispute_changed: 'The card’s bank disputes the payment or has decided a dispute: see `dispute`',
  exception_changed: 'The payment received differs from the amount due or was late: see `exception`',
} as const;

const eventDescriptions = { ...statusDescriptions, ...otherDescriptions };

export type WebhookType = `order.${keyof typeof eventDescriptions}`;

/** All webhook event types with their descriptions. An event has one type; a change of status takes precedence. */
export const webhookTypes = Object.fromEntries(
  Object.entries(eventDescriptions).map(([name, about]) => [`order.${name}`, about]),
) as Readonly<Record<WebhookType, string>>;

const webhookType = z.enum(Object.keys(webhookTypes) as [WebhookType, ...WebhookType[]]);

/** An order in webhook events: without personal data and wallet addresses. */
export const partnerOrder = z.object({
  orderNo,
  sequence: z.int().describe('Increases with each event of the order, not always by one'),
  status: orderStatus,
  exception: orderException,
  dispute: disputeStatus,
  ...tradedAmounts,
  network: z.string().describe('Network of the delivery, such as bitcoin or base'),
  payMethod,
  paidAmount: amountText.describe('Received from the buyer so far; zero if another provider sells the crypto'),
  refundedAmount: amountText.describe('Refunded so far; zero if another provider sells the crypto'),
  transactionId: z.string().nullable().describe('Id of the transfer on chain, once the order is delivered'),
  ...orderReferences.shape,
  sessionId: z
    .string()
    .describe('Id of the session in which the order was created; empty: anyone may have created the order'),
});

export type PartnerOrder = z.infer<typeof partnerOrder>;

/** The body that is posted to a partner. */
export const webhookEvent = z
  .object({
    type: webhookType.describe('Type of the event; new types may be added'),
    timestamp: z.iso.datetime().describe('Time of the event; the header has the time of sending'),
    test: z.literal(true).optional().describe('Only in a test event for the endpoint: the order does not exist'),
    data: partnerOrder.describe('The order at the time of the event'),
  })
  .meta({ id: 'WebhookEvent' });

export type WebhookEvent = z.infer<typeof webhookEvent>;

/** The order status in an event of this type; a type named after a status implies that status. */
type StatusOfWebhook<Type extends WebhookType> = Type extends `order.${infer Status extends OrderStatus}`
  ? Status
  : OrderStatus;

/** {@link WebhookEvent} as a union by `type`, with the id under which it is posted: what partners' servers receive. */
export type ReceivedWebhook = {
  [Type in WebhookType]: Readonly<Omit<WebhookEvent, 'type' | 'data'>> & {
    /** The same for every try and every replay: ignore an id that you have processed. */
    readonly id: string;
    readonly type: Type;
    readonly data: Readonly<Omit<PartnerOrder, 'status'> & { status: StatusOfWebhook<Type> }>;
  };
}[WebhookType];

/** Returns an example event of the type. */
export function createWebhookExample(type: WebhookType): WebhookEvent {
  const status = orderStatuses.find((each) => type === `order.${each}`) ?? chooseExampleStatus(type);
  const paid = STATUSES_BEFORE_PAYMENT.has(status) ? '0.00' : '100.00';
  return {
    type,
    timestamp: '2026-11-21T10:40:00.000Z',
    data: {
      orderNo: '7KQ2M4XD9TAB3HWPEN56',
      sequence: type === 'order.created' ? 0 : 7,
      status,
      exception: type === 'order.exception_changed' ? 'underpaid' : 'none',
      dispute: type === 'order.dispute_changed' ? 'open' : 'none',
      sendCurrency: 'EUR',
      sendCurrencyAmount: '100.00',
      getCurrency: 'BTC',
      getCurrencyAmount: '0.00155735',
      network: 'bitcoin',
      payMethod: type === 'order.exception_changed' ? 'bank_transfer' : 'credit_debit_card',
      paidAmount: type === 'order.exception_changed' ? '90.00' : paid,
      refundedAmount: status === 'refunded' ? '100.00' : '0.00',
      transactionId: status === 'delivered' ? '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b' : null,
      reference: 'cart 17',
      refererUrl: 'https://shop.example/cart',
      refererOrder: '',
      sessionId: '',
    },
  };
}

const STATUSES_BEFORE_PAYMENT: ReadonlySet<OrderStatus> = new Set([
  'awaiting_payment',
  'authorizing',
  'awaiting_identity',
  'awaiting_consent',
  'capturing',
  'voiding',
  'cancelled',
  'expired',
  'failed',
]);

function chooseExampleStatus(type: WebhookType): OrderStatus {
  return type === 'order.dispute_changed' ? 'delivered' : 'awaiting_payment';
}
