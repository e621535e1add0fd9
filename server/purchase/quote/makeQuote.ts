import type { CallInput } from '@slipway/contract/calls.ts';
import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import type { Quote } from '@slipway/contract/entities/quote.ts';
import type { ErrorFacts, ErrorKey } from '@slipway/contract/errors.ts';
import { type Amount, createZeroAmount, formatAmount, parseAmount, SurplusDigitsError } from '@slipway/money/amount.ts';
import { getQuotedDecimals } from '@slipway/money/asset.ts';
import { type Decimal, divide, formatDecimal, parseDecimal, rescale, trimZeros } from '@slipway/money/decimal.ts';
import { computeSpreadCost, type PricedPurchase } from '@slipway/money/pricing.ts';
import { AppError } from '../../platform/http/appError.ts';
import { memoizeByObject } from '../../platform/memoize.ts';
import {
  type Catalog,
  type Crypto,
  findAcceptedCurrency,
  findSoldCrypto,
  type PayCurrency,
} from '../catalog/catalog.ts';
import { getMethodImage } from '../catalog/catalogImages.ts';
import { isDeliverable, type PriceBook } from './priceBook.ts';
import {
  computeCurrentTerms,
  formatReceive,
  type MethodPricing,
  type QuoteTerms,
  type SaleConditions,
} from './pricedQuote.ts';
import type { IssuedQuote } from './quoteToken.ts';

type Inquiry = CallInput<'offerInquiry'>;

/** Returns the current terms for an inquiry. Throws a field's refusal with the contract's text, or `price_unavailable`. */
export function computeInquiryTerms(
  catalog: Catalog,
  book: PriceBook,
  machineNow: Date,
  inquiry: Inquiry,
  country: string,
): QuoteTerms {
  const payCurrency = findAcceptedCurrency(catalog, inquiry.sendCurrency, country);
  if (!payCurrency) throw new AppError('pay_currency_unsupported');
  const crypto = findSoldCrypto(catalog, inquiry.getCurrency);
  if (!crypto) throw new AppError('receive_currency_unsupported');
  const requested = parseRequestedAmount(inquiry, payCurrency, crypto);
  const terms = computeCurrentTerms(catalog, book, machineNow, { ...requested, payCurrency, crypto, country });
  if (!terms || (catalog.operatorSells && terms.methods.length === 0)) throw new AppError('price_unavailable');
  return terms;
}

/** Parses the amount that was entered; the contract refuses both amounts at once. */
function parseRequestedAmount(
  inquiry: Inquiry,
  payCurrency: PayCurrency,
  crypto: Crypto,
): { side: 'Pay' | 'Get'; amount: Amount } {
  const { sendCurrencyAmount, getCurrencyAmount } = inquiry;
  if (getCurrencyAmount === '') {
    const { asset } = payCurrency;
    const amount = readAmount(sendCurrencyAmount, (text) => parseAmount(asset, text), 'pay_amount_malformed', {
      currency: asset.code,
      decimals: asset.decimals,
    });
    if (amount.units === 0n) throw new AppError('pay_amount_missing');
    if (amount.units % payCurrency.stepUnits !== 0n) {
      throw new AppError('pay_amount_malformed', { currency: asset.code, decimals: asset.decimals - 1 });
    }
    return { side: 'Pay', amount };
  }
  const decimals = getQuotedDecimals(crypto.asset);
  const amount = readAmount(
    getCurrencyAmount,
    (text) => parseAmount(crypto.asset, text, decimals),
    'receive_amount_malformed',
    {
      currency: crypto.symbol,
      decimals,
    },
  );
  if (amount.units === 0n) throw new AppError('receive_amount_missing');
  return { side: 'Get', amount };
}

function readAmount(text: string, parse: (text: string) => Amount, error: ErrorKey, facts: ErrorFacts): Amount {
  if (text === '') return parse('0');
  try {
    return parse(text);
  } catch (thrown) {
    if (thrown instanceof SurplusDigitsError) throw new AppError(error, facts);
    throw thrown;
  }
}

/**
 * Returns the method's price, or throws its refusal. Without a method it chooses the first one that accepts the amount, which
 * is the operator's default if possible.
 */
export function choosePricing(
  pricings: readonly MethodPricing[],
  method: PayMethod | '',
): MethodPricing & { readonly purchase: PricedPurchase } {
  const chosen =
    method === ''
      ? (pricings.find(({ refusal }) => !refusal) ?? pricings[0])
      : pricings.find((pricing) => pricing.method === method);
  if (!chosen) throw new AppError('method_unavailable');
  if (chosen.refusal) throw new AppError(chosen.refusal.error, chosen.refusal.facts);
  if (!chosen.purchase) throw new AppError('method_unavailable');
  return { ...chosen, purchase: chosen.purchase };
}

/**
 * Throws if the treasury could not deliver the amount. Called only for quotes and new orders: paid orders are delivered or
 * refunded.
 */
export function requireDeliverable(
  book: PriceBook,
  machineNow: Date,
  { conditions }: QuoteTerms,
  receive: Amount,
): void {
  if (!isDeliverable(book, conditions.crypto, receive.units, machineNow)) throw new AppError('price_unavailable');
}

/** The offer that a quote shows: provider, method, price of one coin, amounts, and identity requirements. */
export type ChosenOffer = {
  readonly offerType: string;
  readonly method: PayMethod;
  readonly purchase: PricedPurchase;
  readonly price: Decimal;
  readonly identity: Quote['identity'];
};

/** The providers that can fulfil a quote, and the methods by which it can be paid. */
export type QuoteOptions = { readonly offerTypes: readonly string[]; readonly methods: readonly PayMethod[] };

/** Returns our own methods that accept the amount. */
export function listPayableMethods(pricings: readonly MethodPricing[]): readonly PayMethod[] {
  return pricings.filter(({ refusal }) => !refusal).map(({ method }) => method);
}

/** Returns the quote in its wire format. */
export function presentQuote(
  { terms, expireTime }: IssuedQuote,
  token: string,
  { offerType, method, purchase, price, identity }: ChosenOffer,
  options: QuoteOptions,
): Quote {
  const { conditions } = terms;
  const spread = computeSpreadCost(purchase, conditions.mid);
  return {
    ...presentPurchase(purchase, conditions),
    expireTime,
    token,
    payMethod: method,
    offerType,
    methodList: [...options.methods],
    offerList: [...options.offerTypes],
    methodListImage: options.methods.map(getMethodImage),
    side: terms.side,
    ...(price === conditions.price ? formatOwnPrices(conditions) : formatPrices(price, conditions)),
    // Another provider may sell below the mid price: then the spread is shown as zero.
    spreadAmount: formatAmount(spread.units < 0n ? createZeroAmount(spread.asset) : spread),
    identity,
  };
}

function formatPrices(price: Decimal, { mid }: Pick<SaleConditions, 'mid'>) {
  return {
    price: formatPrice(price),
    referencePrice: formatPrice(mid),
    priceAgainstMarket: formatPercentAbove(price, mid),
  };
}

const formatOwnPrices = memoizeByObject((conditions: SaleConditions) => formatPrices(conditions.price, conditions));

/** Returns the amounts of a purchase in their wire format. */
export function presentPurchase(
  purchase: PricedPurchase,
  { payCurrency, crypto }: Pick<SaleConditions, 'payCurrency' | 'crypto'>,
) {
  return {
    sendCurrency: payCurrency.asset.code,
    sendCurrencyAmount: formatAmount(purchase.pay),
    getCurrency: crypto.id,
    getCurrencyAmount: formatReceive(purchase.receive),
    processingFee: formatAmount(purchase.processingFee),
    transNetworkFee: formatAmount(purchase.networkFee),
    feeCurrency: payCurrency.asset.code,
  };
}

/** Formats a price without trailing zeros. */
export function formatPrice(price: Decimal): string {
  return trimZeros(formatDecimal(price));
}

/** Returns how far the price is above the market, in percent: `+1.00`. */
export function formatPercentAbove(price: Decimal, mid: Decimal): string {
  const ratio = divide(price, mid, 6, 'up').coefficient - 1_000_000n;
  const hundredths = rescale({ coefficient: ratio < 0n ? -ratio : ratio, scale: 4 }, 2, 'up');
  return `${ratio < 0n ? '-' : '+'}${formatDecimal(hundredths)}`;
}

const ONE: Decimal = parseDecimal('1');

/**
 * Returns what the buyer pays in euro cents, rounded up, for rules whose thresholds are in euros. Throws `price_unavailable`
 * without a rate, since it is then unknown which rules apply.
 */
export function computeEuroCents({ rates }: Pick<PriceBook, 'rates'>, pay: Amount): bigint {
  const { code } = pay.asset;
  if (code === 'EUR') return convertToEuroCents(pay, ONE);
  const rate = rates.get(code);
  if (!rate) throw new AppError('price_unavailable');
  return convertToEuroCents(pay, rate.perEuro);
}

function convertToEuroCents(pay: Amount, perEuro: Decimal): bigint {
  const euros = divide({ coefficient: pay.units, scale: pay.asset.decimals }, perEuro, 2, 'up');
  return euros.coefficient;
}
