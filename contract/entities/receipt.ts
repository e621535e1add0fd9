import { z } from 'zod';
import { paidCard } from './buyer/buyer.ts';
import {
  amountText,
  destination,
  fees,
  networkName,
  orderNo,
  payMethod,
  symbol,
  tradedAmounts,
  transactionId,
} from './scalars.ts';

/**
 * A receipt: what was sold, to whom, for how much and where it went. Paid − both fees = converted; converted ÷ rate =
 * received.
 */
export const receipt = z
  .object({
    orderNo,
    seller: z.string().describe('Name of the operator'),
    buyer: z.string().describe('Name that the buyer provided; empty if none was required'),
    orderedAt: z.iso.datetime(),
    deliveredAt: z.iso.datetime(),
    sendCurrency: tradedAmounts.sendCurrency,
    sendCurrencyAmount: amountText.describe('Amount paid, including all fees'),
    ...fees,
    convertedAmount: amountText.describe('Amount paid less both fees, in feeCurrency'),
    rate: amountText.describe('Price of one unit of the crypto, in feeCurrency'),
    getCurrency: tradedAmounts.getCurrency,
    symbol,
    getCurrencyAmount: amountText.describe('Delivered'),
    refundedAmount: amountText.nullable().describe('Refunded since; null: nothing'),
    payMethod,
    card: paidCard.nullable(),
    networkName,
    address: destination.address,
    transactionId,
  })
  .meta({ id: 'Receipt' });

export type Receipt = z.infer<typeof receipt>;

export const receiptExample: Receipt = {
  orderNo: '7KQ2M4XD9TAB3',
  seller: 'Slipway',
  buyer: 'Anna Example',
  orderedAt: '2026-11-21T10:00:00.000Z',
  deliveredAt: '2026-11-21T10:04:31.000Z',
  sendCurrency: 'EUR',
  sendCurrencyAmount: '100.00',
  processingFee: '4.20',
  transNetworkFee: '1.23',
  feeCurrency: 'EUR',
  convertedAmount: '94.57',
  rate: '60724.6845',
  getCurrency: 'BTC',
  symbol: 'BTC',
  getCurrencyAmount: '0.00155735',
  refundedAmount: null,
  payMethod: 'credit_debit_card',
  card: { brand: 'visa', last4: '4242' },
  networkName: 'Bitcoin',
  address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  transactionId: '5f1c7b0e6a0c4f6e9f523f0f6f0a8f115f1c7b0e6a0c4f6e9f523f0f6f0a8f11',
};
