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
  reference: z.string().describe("The partner's own mark of this purchase"),
  refererUrl: z.string().describe('The page that led the buyer here'),
  refererOrder: z.string().describe('An earlier order that this one follows'),
});

/** What any caller with the order number sees: no address and no personal data. */
export const publicOrder = z.object({
  orderNo: z.string(),
  status: orderStatus,
  exception: orderException,
  owner: z.boolean().describe('False: only these bare fields are given'),
  sequence: z.int().describe('Newest event; resume orderEvents from it'),
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
    reference: z.string().describe('To be written on the transfer: by it the money finds its order'),
    amount: amountText,
    received: amountText,
    missing: amountText.describe('Zero when all has come'),
    surplus: amountText.describe('Came beyond the amount, and goes back'),
    payBefore: epochSeconds,
  })
  .meta({ id: 'TransferInstructions' });

/** The provider that holds the buyer's money if it is not the operator, with its contact. */
export const orderProvider = z
  .object({
    name: z.string(),
    supportUrl: z.string(),
    worseAtCheckout: z.boolean().describe('Its checkout asked for more, or gave less, than it had offered'),
    sendCurrencyAmount: amountText
      .nullable()
      .describe('What it says was, or is to be, paid there; null where it does not say'),
    getCurrencyAmount: amountText.nullable().describe('What it says it has sent, or will; null where it does not say'),
    words: z.string().describe('Why it did not go on, in its own words; empty where it says nothing'),
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
    heldAmount: amountText.nullable().describe('Authorized on the card and not charged'),
    paidAmount: amountText.nullable().describe('Received from the buyer'),
    refundedAmount: amountText.nullable(),
    requote: z
      .object({ oldGetCurrencyAmount: amountText, newGetCurrencyAmount: amountText })
      .nullable()
      .describe('The price has moved: the buyer agrees to the new amount or cancels'),
    card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
    estimate: z
      .boolean()
      .describe('Bank transfers are priced when the money comes: until then the amount is an estimate'),
    transfer: transferInstructions.nullable().describe('Only of an order paid by bank transfer'),
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
        "The order's redirectUrl with orderNo and status added to its query; null: none, or not allowed any more",
      ),
    provider: orderProvider.nullable().describe('Another provider that fulfils the order; null: the operator does'),
    timeline: z.array(timelineEntry),
  })
  .meta({ id: 'OrderDetail' });

export type OrderDetail = z.infer<typeof orderDetail>;
export type OrderSummary = z.infer<typeof orderSummary>;
