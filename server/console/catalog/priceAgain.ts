import { type Amount, amountOf, toDecimal, zeroOf } from '@slipway/money/amount.ts';
import { formatDecimal, parseDecimal } from '@slipway/money/decimal.ts';
import { type PricedPurchase, priceWithSpread, processingFee, spreadCost } from '@slipway/money/pricing.ts';
import type { Settings } from '../../configuration/settings.ts';
import { AppError } from '../../platform/http/appError.ts';
import { findSoldCrypto, findTakenCurrency } from '../../purchase/catalog/catalog.ts';
import { choosePricing } from '../../purchase/quote/makeQuote.ts';
import type { PriceBook } from '../../purchase/quote/priceBook.ts';
import { limitedMethods, priceMethods, type QuoteTerms } from '../../purchase/quote/pricedQuote.ts';
import type { PastOrder } from './pastOrderStore.ts';

export type PricedAgain =
  | { readonly refused: false; readonly purchase: PricedPurchase; readonly spread: Amount; readonly isLifted: boolean }
  | { readonly refused: true; readonly why: string };

/**
 * A past order as the settings would have sold it: at the market's middle and the network fee of its own moment, by the
 * arithmetic that quotes are made with.
 */
export function priceAgain({ catalog }: Pick<Settings, 'catalog'>, book: PriceBook, order: PastOrder): PricedAgain {
  if (catalog.countryRules(order.country).banned) return { refused: true, why: 'country_banned' };
  const payCurrency = findTakenCurrency(catalog, order.payCurrency, order.country);
  const crypto = findSoldCrypto(catalog, order.receiveCurrency);
  if (!payCurrency || !crypto) return { refused: true, why: payCurrency ? 'crypto' : 'currency' };
  const mid = parseDecimal(order.referencePrice);
  const terms: QuoteTerms = {
    side: order.side,
    asked:
      order.side === 'Pay' ? amountOf(payCurrency.asset, order.payUnits) : amountOf(crypto.asset, order.receiveUnits),
    conditions: {
      payCurrency,
      crypto,
      mid,
      price: priceWithSpread(mid, crypto.spread),
      networkFee: amountOf(payCurrency.asset, order.networkFeeUnits),
    },
    methods: limitedMethods(catalog, book, payCurrency, order.country),
  };
  try {
    const { purchase } = choosePricing(priceMethods(terms), order.payMethod);
    return {
      refused: false,
      purchase,
      spread: spreadCost(purchase, mid),
      isLifted: isLifted(terms, order.payMethod, purchase),
    };
  } catch (error) {
    if (error instanceof AppError) return { refused: true, why: error.key };
    throw error;
  }
}

/** Whether the least that is charged decided the fee. */
function isLifted(terms: QuoteTerms, method: string, { pay, processingFee: charged }: PricedPurchase): boolean {
  const fee = terms.methods.find((one) => one.method === method)?.fee;
  if (!fee) return false;
  return processingFee({ ...fee, minimum: zeroOf(pay.asset) }, pay).units < charged.units;
}

/** As every sum of the console is written, below zero too. */
export function written(units: bigint, asset: Amount['asset']): string {
  return formatDecimal(toDecimal({ units, asset }));
}
