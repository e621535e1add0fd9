import { z } from 'zod';
import { type OrderStatus, orderStatuses } from './orderStatuses.ts';
import { amountText, epochSeconds, payMethod } from './scalars.ts';

export { type OrderStatus, orderStatuses };

export const orderStatus = z.enum(orderStatuses).meta({ id: 'OrderStatus' });
export const orderException = z.enum(['none', 'underpaid', 'overpaid', 'paid_late']);
export const disputeStatus = z.enum(['none', 'warned', 'open', 'won', 'lost']);

export const timelineEntry = z
  .object({ sequence: z.int(), status: orderStatus, at: z.iso.datetime() })
  .meta({ id: 'TimelineEntry' });

/** References of a purchase set by the partner's page, returned unchanged; each is empty if not set. */
export const orderReferences = z.object({
  reference: z.string().describe("The partner's reference for the purchase"),
  refererUrl: z.string().describe('The page from which the buyer came'),
  refererOrder: z.string().describe('An earlier order that this order follows'),
});

/** What any caller with the order number sees: no address and no personal data. */
export const publicOrder = z.object({
  orderNo: z.string(),
  status: orderStatus,
  exception: orderException,
  owner: z.boolean().describe('False: only these basic fields are returned'),
  sequence: z.int().describe('Sequence number of the newest event; resume orderEvents from it'),
});

/** A line of the buyer's list of orders. */
export const orderSummary = z
  .object({
    orderNo: z.string(),
    status: orderStatus,
    exception: orderException,
    createdAt: z.iso.datetime(),
    sendCurrency: z.string(),
    sendCurrencyAmount: amountText,
    getCurrency: z.string(),
    getCurrencyAmount: amountText,
    symbol: z.string(),
    networkName: z.string(),
    imgUrl: z.string(),
    payMethod,
  })
  .meta({ id: 'OrderSummary' });

/** Instructions for a bank transfer, and its result. */
export const transferInstructions = z
  .object({
    accountHolder: z.string(),
    account: z.string().describe('IBAN or another account number'),
    bankCode: z.string().describe('BIC or another code of the bank'),
    bankName: z.string(),
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

export const orderDetail = publicOrder
  .extend({
    offerType: z.string(),
    createdAt: z.iso.datetime(),
    sendCurrency: z.string(),
    sendCurrencyAmount: amountText,
    getCurrency: z.string(),
    getCurrencyAmount: amountText,
    symbol: z.string(),
    networkName: z.string(),
    payMethod,
    processingFee: amountText,
    transNetworkFee: amountText,
    feeCurrency: z.string(),
    price: amountText,
    address: z.string(),
    walletType: z.string(),
    exchangeName: z.string(),
    ...orderReferences.shape,
    /** Deadline of the current state, if it has one. */
    deadline: epochSeconds.nullable(),
    dispute: disputeStatus,
    /** The step at which a held order stopped. */
    heldFrom: orderStatus.nullable(),
    /** Reason why an order did not continue, as a key with a text in every language. */
    reason: z.string().nullable(),
    heldAmount: amountText.nullable().describe('Authorized on the card and not captured'),
    paidAmount: amountText.nullable().describe('Received from the buyer'),
    refundedAmount: amountText.nullable(),
    requote: z
      .object({ oldGetCurrencyAmount: amountText, newGetCurrencyAmount: amountText })
      .nullable()
      .describe('Set if the price has changed: the buyer accepts the new amount or cancels'),
    card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
    estimate: z
      .boolean()
      .describe('True if the amount is an estimate: bank transfers are priced when the money arrives'),
    transfer: transferInstructions.nullable().describe('Only for an order paid by bank transfer'),
    delivery: z
      .object({
        transactionId: z.string(),
        explorerUrl: z.string(),
        confirmed: z.int(),
        required: z.int(),
        expectedMinutes: z.int(),
      })
      .nullable(),
    returnTo: z
      .object({ url: z.string(), name: z.string() })
      .nullable()
      .describe(
        "The order's redirectUrl with orderNo and status added to its query; null if there is none or it is no longer allowed",
      ),
    provider: orderProvider
      .nullable()
      .describe('The external provider that fulfils the order; null if the operator does'),
    timeline: z.array(timelineEntry),
  })
  .meta({ id: 'OrderDetail' });

export type OrderDetail = z.infer<typeof orderDetail>;
export type OrderSummary = z.infer<typeof orderSummary>;
