import { type Amount, createAmount, createZeroAmount, toDecimal } from '@slipway/money/amount.ts';
import { formatDecimal, parseDecimal } from '@slipway/money/decimal.ts';
import { addSpread, computeProcessingFee, computeSpreadCost, type PricedPurchase } from '@slipway/money/pricing.ts';
import type { Settings } from '../../configuration/settings.ts';
import { AppError } from '../../platform/http/appError.ts';
import { findAcceptedCurrency, findSoldCrypto } from '../../purchase/catalog/catalog.ts';
import { choosePricing } from '../../purchase/quote/makeQuote.ts';
import type { PriceBook } from '../../purchase/quote/priceBook.ts';
import { listLimitedMethods, priceMethods, type QuoteTerms } from '../../purchase/quote/pricedQuote.ts';
import type { PastOrder } from './pastOrderStore.ts';

export type RepricedOrder =
  | {
      readonly refused: false;
      readonly purchase: PricedPurchase;
      readonly spread: Amount;
      readonly isMinimumFeeApplied: boolean;
    }
  | { readonly refused: true; readonly why: string };

/**
 * Prices a past order with other settings: at the mid price and network fee of its time, by the same arithmetic as
 * quotes.
 */
export function repriceOrder({ catalog }: Pick<Settings, 'catalog'>, book: PriceBook, order: PastOrder): RepricedOrder {
  if (catalog.countryRules(order.country).banned) return { refused: true, why: 'country_banned' };
  const payCurrency = findAcceptedCurrency(catalog, order.payCurrency, order.country);
  const crypto = findSoldCrypto(catalog, order.receiveCurrency);
  if (!payCurrency || !crypto) return { refused: true, why: payCurrency ? 'crypto' : 'currency' };
  const mid = parseDecimal(order.referencePrice);
  const terms: QuoteTerms = {
    side: order.side,
    amount:
      order.side === 'Pay'
        ? createAmount(payCurrency.asset, order.payUnits)
        : createAmount(crypto.asset, order.receiveUnits),
    conditions: {
      payCurrency,
      crypto,
      mid,
      price: addSpread(mid, crypto.spread),
      networkFee: createAmount(payCurrency.asset, order.networkFeeUnits),
    },
    methods: listLimitedMethods(catalog, book, payCurrency, order.country),
  };
  try {
    const { purchase } = choosePricing(priceMethods(terms), order.payMethod);
    return {
      refused: false,
      purchase,
      spread: computeSpreadCost(purchase, mid),
      isMinimumFeeApplied: hasMinimumFee(terms, order.payMethod, purchase),
    };
  } catch (error) {
    if (error instanceof AppError) return { refused: true, why: error.key };
    throw error;
  }
}

/** Returns true if the fee would be lower without its minimum. */
function hasMinimumFee(terms: QuoteTerms, method: string, { pay, processingFee: charged }: PricedPurchase): boolean {
  const fee = terms.methods.find((one) => one.method === method)?.fee;
  if (!fee) return false;
  return computeProcessingFee({ ...fee, minimum: createZeroAmount(pay.asset) }, pay).units < charged.units;
}

/** Formats a sum, also a negative one, as the console formats all sums. */
export function formatSignedAmount(units: bigint, asset: Amount['asset']): string {
  return formatDecimal(toDecimal({ units, asset }));
}
