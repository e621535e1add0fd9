import type { Amount } from '@slipway/money/amount.ts';
import { type Decimal, multiply, rescale } from '@slipway/money/decimal.ts';
import { type Outcome, ok } from '../providers/outcome.ts';
import { type Catalog, type Crypto, requireCrypto } from '../purchase/catalog/catalog.ts';
import { findFiatRate, findReferencePrice, type PriceBook } from '../purchase/quote/priceBook.ts';
import type { BoundOrder } from './bindOrder.ts';

/** The worth of an order's payment and delivery, in cents of a euro. */
export type Worth = {
  readonly paidCents: bigint;
  readonly sentCents: bigint;
  /** The most that may be sent for the payment. It exceeds the payment to allow for price changes between quote and payout. */
  readonly mostCents: bigint;
  /** The delivery in minor units of the crypto. */
  readonly units: bigint;
};

const CENT_DIGITS = 2;
const PER_CENT = 100n;
const RETRY_AFTER_MS = 2_000;

export type Prices = {
  readonly book: PriceBook;
  readonly at: Date;
  readonly catalog: Catalog;
};

/**
 * Returns the order's worth in cents of a euro. `percent`: how much may be sent, in percent of the payment. Unavailable
 * without a trusted price.
 */
export function priceOrder(
  { book, at }: Prices,
  percent: bigint,
  { pay, receive, crypto }: Pick<BoundOrder, 'pay' | 'receive' | 'crypto'>,
): Outcome<Worth> {
  const price = findReferencePrice(book, crypto.marketBase, 'EUR', at);
  const rate = findFiatRate(book, pay.asset.code, 'EUR', at);
  if (!price || !rate) {
    const what = price ? pay.asset.code : crypto.id;
    return { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail: `the signer has no price for ${what}` };
  }
  const paidCents = computeEuroCents(pay, rate);
  const sentCents = computeEuroCents(receive, price.mid);
  return ok({ paidCents, sentCents, mostCents: (paidCents * percent) / PER_CENT, units: receive.units });
}

/** Returns the worth of a fee in a network's own coin, in cents of a euro; undefined without a price. `chain`: CAIP-2 id. */
export function computeFeeCents({ book, at, catalog }: Prices, chain: string, units: bigint): bigint | undefined {
  const network = catalog.networks.find((each) => each.chain === chain);
  if (!network) return undefined;
  const { marketBase, asset } = requireCrypto(catalog, network.nativeCrypto);
  const price = findReferencePrice(book, marketBase, 'EUR', at);
  return price && computeEuroCents({ asset, units }, price.mid);
}

/** Returns the worth of coins in cents of a euro; undefined without a price. */
export function computeCoinCents(
  { book, at }: Prices,
  { marketBase, asset }: Crypto,
  units: bigint,
): bigint | undefined {
  const price = findReferencePrice(book, marketBase, 'EUR', at);
  return price && computeEuroCents({ asset, units }, price.mid);
}

/** Returns the worth of fiat money in cents of a euro; undefined without a rate. */
export function computeFiatCents({ book, at }: Prices, money: Amount): bigint | undefined {
  const rate = findFiatRate(book, money.asset.code, 'EUR', at);
  return rate && computeEuroCents(money, rate);
}

/** Rounds up, so that money that leaves is never counted as less. */
function computeEuroCents({ asset, units }: Amount, euros: Decimal): bigint {
  const amount: Decimal = { coefficient: units, scale: asset.decimals };
  return rescale(multiply(amount, euros), CENT_DIGITS, 'up').coefficient;
}
