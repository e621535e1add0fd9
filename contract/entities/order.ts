import { z } from 'zod';
import { paidCard } from './buyer/buyer.ts';
import { type OrderStatus, orderStatuses } from './orderStatuses.ts';
import {
  amountText,
  createdAt,
  destination,
  epochSeconds,
  explorerUrl,
  fees,
  imgUrl,
  networkName,
  offerType,
  orderNo,
  payMethod,
  price,
  refererOrder,
  symbol,
  tradedAmounts,
  transactionId,
} from './scalars.ts';

export { type OrderStatus, orderStatuses };

export const orderStatus = z.enum(orderStatuses).meta({ id: 'OrderStatus', description: 'Status of an order' });
export const orderException = z
  .enum(['none', 'underpaid', 'overpaid', 'paid_late'])
  .describe('How the payment differs from the amount due: too little, too much or too late');
export const disputeStatus = z
  .enum(['none', 'warned', 'open', 'won', 'lost'])
  .describe("Status of a dispute about the payment at the buyer's bank");
export const heldFrom = orderStatus.nullable().describe('Status from which the order was put on hold');

export const timelineEntry = z
  .object({
    sequence: z.int().describe("Sequence number of the order's event, from 1"),
    status: orderStatus,
    at: z.iso.datetime(),
  })
  .meta({ id: 'TimelineEntry' });

/** References of a purchase set by the partner's page, returned unchanged; each is empty if not set. */
export const orderReferences = z.object({
  reference: z.string().describe("The partner's reference for the purchase"),
  refererUrl: z.string().describe('The page from which the buyer came'),
  refererOrder,
});

/** What any caller with the order number sees: no address and no personal data. */
export const publicOrder = z.object({
  orderNo,
  status: orderStatus,
  exception: orderException,
  owner: z.boolean().describe('False: only these basic fields are returned'),
  sequence: z.int().describe('Sequence number of the newest event; resume orderEvents from it'),
});

/** A line of the buyer's list of orders. */
export const orderSummary = z
  .object({
    orderNo,
    status: orderStatus,
    exception: orderException,
    createdAt,
    ...tradedAmounts,
    symbol,
    networkName,
    imgUrl,
    payMethod,
  })
  .meta({ id: 'OrderSummary' });

/** Instructions for a bank transfer, and its result. */
export const transferInstructions = z
  .object({
    accountHolder: z.string().describe('Name on the account that receives the transfer'),
    account: z.string().describe('IBAN or another account number'),
    bankCode: z.string().describe('BIC or another code of the bank'),
    bankName: z.string().describe('Bank of the account that receives the transfer'),
    reference: z.string().describe('Payment reference for the transfer, which assigns the money to the order'),
    amount: amountText,
    received: amountText,
    missing: amountText.describe('Amount still due; zero if everything was received'),
    surplus: amountText.describe('Amount received above the price, which is refunded'),
    payBefore: epochSeconds,
  })
  .meta({ id: 'TransferInstructions' });

/** The provider that holds the buyer's money if it is not the operator, with its contact. */
export const orderProvider = z
  .object({
    name: z.string(),
    supportUrl: z.string(),
    worseAtCheckout: z
      .boolean()
      .describe("True if the provider's checkout charged more, or delivered less, than its offer"),
    sendCurrencyAmount: amountText
      .nullable()
      .describe('Amount paid or due at the provider, as it reports; null if it does not report it'),
    getCurrencyAmount: amountText
      .nullable()
      .describe('Amount sent or to be sent by the provider, as it reports; null if it does not report it'),
    words: z.string().describe("The provider's explanation of why the order did not continue; empty if there is none"),
  })
  .meta({ id: 'OrderProvider' });

export const orderDelivery = z
  .object({
    transactionId: transactionId.describe('Id of the transaction on its chain; empty before the delivery'),
    explorerUrl,
    confirmed: z.int().describe('Number of confirmations of the transaction so far'),
    required: z.int().describe('Number of confirmations required for the delivery'),
    expectedMinutes: z.int().describe('Usual time until the crypto arrives'),
  })
  .describe('The transfer on chain, once it is sent');

export const orderDetail = publicOrder
  .extend({
    offerType,
    createdAt,
    ...tradedAmounts,
    symbol,
    networkName,
    payMethod,
    ...fees,
    price,
    ...destination,
    ...orderReferences.shape,
    /** Deadline of the current state, if it has one. */
    deadline: epochSeconds.nullable(),
    dispute: disputeStatus,
    heldFrom,
    /** Reason why an order did not continue, as a key with a text in every language. */
    reason: z.string().nullable(),
    heldAmount: amountText.nullable().describe('Authorized on the card and not captured'),
    paidAmount: amountText.nullable().describe('Received from the buyer'),
    refundedAmount: amountText.nullable().describe('Amount refunded to the buyer'),
    requote: z
      .object({
        oldGetCurrencyAmount: amountText.describe('Amount of the original quote'),
        newGetCurrencyAmount: amountText.describe('Amount that the buyer gets at the new price'),
      })
      .nullable()
      .describe('Set if the price has changed: the buyer accepts the new amount or cancels'),
    card: paidCard.nullable(),
    estimate: z
      .boolean()
      .describe('True if the amount is an estimate: bank transfers are priced when the money arrives'),
    transfer: transferInstructions.nullable().describe('Only for an order paid by bank transfer'),
    delivery: orderDelivery.nullable(),
    returnTo: z
      .object({ url: z.string(), name: z.string() })
      .nullable()
      .describe(
        "The order's redirectUrl with orderNo and status added to its query; null if there is none or it is no longer allowed",
      ),
    provider: orderProvider
      .nullable()
      .describe('The external provider that fulfils the order; null if the operator does'),
    usualSeconds: z
      .int()
      .nullable()
      .describe(
        "Time within which four of five of the operator's last orders left this step, in seconds; null if it is not known or waits for the buyer",
      ),
    timeline: z.array(timelineEntry).describe('Status changes of the order, oldest first'),
  })
  .meta({ id: 'OrderDetail' });

export type OrderDetail = z.infer<typeof orderDetail>;
export type OrderSummary = z.infer<typeof orderSummary>;
