import type { CallInput } from '@slipway/contract/calls.ts';
import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import type { Quote } from '@slipway/contract/entities/quote.ts';
import type { ErrorFacts, ErrorKey } from '@slipway/contract/errors.ts';
import { type Amount, formatAmount, parseAmount, SurplusDigitsError, zeroOf } from '@slipway/money/amount.ts';
import { quotedDecimals } from '@slipway/money/asset.ts';
import { type Decimal, divide, formatDecimal, parseDecimal, rescale, trimZeros } from '@slipway/money/decimal.ts';
import { type PricedPurchase, spreadCost } from '@slipway/money/pricing.ts';
import { AppError } from '../../platform/http/appError.ts';
import { rememberingOf } from '../../platform/remembering.ts';
import { type Catalog, type Crypto, findSoldCrypto, findTakenCurrency, type PayCurrency } from '../catalog/catalog.ts';
import { methodImage } from '../catalog/images.ts';
import { isDeliverable, type PriceBook } from './priceBook.ts';
import { type Conditions, currentTerms, formatReceive, type MethodPricing, type QuoteTerms } from './pricedQuote.ts';
import type { IssuedQuote } from './quoteToken.ts';

type Inquiry = CallInput<'offerInquiry'>;

/** Today's terms for an inquiry. Throws the field's refusal, with the exact texts of the contract. */
export function termsOfInquiry(
  catalog: Catalog,
  book: PriceBook,
  machineNow: Date,
  inquiry: Inquiry,
  country: string,
): QuoteTerms {
  const payCurrency = findTakenCurrency(catalog, inquiry.sendCurrency, country);
  if (!payCurrency) throw new AppError('pay_currency_unsupported');
  const crypto = findSoldCrypto(catalog, inquiry.getCurrency);
  if (!crypto) throw new AppError('receive_currency_unsupported');
  const asked = askedAmount(inquiry, payCurrency, crypto);
  const terms = currentTerms(catalog, book, machineNow, { ...asked, payCurrency, crypto, country });
  if (!terms || (catalog.sellsItself && terms.methods.length === 0)) throw new AppError('price_unavailable');
  return terms;
}

/** The side that was typed. Both sides at once is a client's mistake, neither is a buyer's. */
function askedAmount(
  inquiry: Inquiry,
  payCurrency: PayCurrency,
  crypto: Crypto,
): { side: 'Pay' | 'Get'; amount: Amount } {
  const { sendCurrencyAmount, getCurrencyAmount } = inquiry;
  if (sendCurrencyAmount !== '' && getCurrencyAmount !== '') {
    throw new AppError('malformed', {
      field: 'getCurrencyAmount',
      problem: 'must be blank when sendCurrencyAmount is given',
    });
  }
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
  const decimals = quotedDecimals(crypto.asset);
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
 * The method's price, or its refusal thrown. An empty choice is the first that can pay: the operator's default, where the amount
 * does not exclude it.
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

/** Refuses what the treasury could not deliver. For quotes and new orders alone: what is paid for is delivered or given back. */
export function requireDeliverable(
  book: PriceBook,
  machineNow: Date,
  { conditions }: QuoteTerms,
  receive: Amount,
): void {
  if (!isDeliverable(book, conditions.crypto, receive.units, machineNow)) throw new AppError('price_unavailable');
}

/** Whose price a quote shows: by which method, at which price of one coin, and what is asked of the buyer. */
export type ChosenOffer = {
  readonly offerType: string;
  readonly method: PayMethod;
  readonly purchase: PricedPurchase;
  readonly price: Decimal;
  readonly identity: Quote['identity'];
};

/** Who else a quote can be fulfilled by, and by which methods it can be paid. */
export type QuoteWays = { readonly offerTypes: readonly string[]; readonly methods: readonly PayMethod[] };

/** The methods of our own that the amount can be paid by. */
export function payableMethods(pricings: readonly MethodPricing[]): readonly PayMethod[] {
  return pricings.filter(({ refusal }) => !refusal).map(({ method }) => method);
}

/** The quote in the wire's shape. */
export function presentQuote(
  { terms, expireTime }: IssuedQuote,
  token: string,
  { offerType, method, purchase, price, identity }: ChosenOffer,
  ways: QuoteWays,
): Quote {
  const { conditions } = terms;
  const spread = spreadCost(purchase, conditions.mid);
  return {
    ...presentPurchase(purchase, conditions),
    expireTime,
    token,
    payMethod: method,
    offerType,
    methodList: [...ways.methods],
    offerList: [...ways.offerTypes],
    methodListImage: ways.methods.map(methodImage),
    side: terms.side,
    ...(price === conditions.price ? ownPrices(conditions) : pricesOf(price, conditions)),
    // Another provider may sell below the market's middle: its price costs nothing then.
    spreadAmount: formatAmount(spread.units < 0n ? zeroOf(spread.asset) : spread),
    identity,
  };
}

function pricesOf(price: Decimal, { mid }: Pick<Conditions, 'mid'>) {
  return {
    price: shownPrice(price),
    referencePrice: shownPrice(mid),
    priceAgainstMarket: percentAbove(price, mid),
  };
}

const ownPrices = rememberingOf((conditions: Conditions) => pricesOf(conditions.price, conditions));

/** The amounts of a purchase, each recomputable from the others. */
export function presentPurchase(
  purchase: PricedPurchase,
  { payCurrency, crypto }: Pick<Conditions, 'payCurrency' | 'crypto'>,
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

/** A price without zeros at its end. */
export function shownPrice(price: Decimal): string {
  return trimZeros(formatDecimal(price));
}

/** `+1.00`: how far the price lies above the market, in percent. */
export function percentAbove(price: Decimal, mid: Decimal): string {
  const ratio = divide(price, mid, 6, 'up').coefficient - 1_000_000n;
  const hundredths = rescale({ coefficient: ratio < 0n ? -ratio : ratio, scale: 4 }, 2, 'up');
  return `${ratio < 0n ? '-' : '+'}${formatDecimal(hundredths)}`;
}

const ONE: Decimal = parseDecimal('1');

/**
 * What the buyer pays, in euro cents, for the rules that count in euros; rounded up. Throws `price_unavailable` without a
 * rate: whether a rule applies is unknown then.
 */
export function worthInEuroCents({ rates }: Pick<PriceBook, 'rates'>, pay: Amount): bigint {
  const { code } = pay.asset;
  if (code === 'EUR') return euroCents(pay, ONE);
  const rate = rates.get(code);
  if (!rate) throw new AppError('price_unavailable');
  return euroCents(pay, rate.perEuro);
}

function euroCents(pay: Amount, perEuro: Decimal): bigint {
  const euros = divide({ coefficient: pay.units, scale: pay.asset.decimals }, perEuro, 2, 'up');
  return euros.coefficient;
}
