import type { Amount } from '@slipway/money/amount.ts';
import { type Decimal, multiply, rescale } from '@slipway/money/decimal.ts';
import { type Outcome, ok } from '../providers/outcome.ts';
import { type Catalog, type Crypto, requireCrypto } from '../purchase/catalog/catalog.ts';
import { fiatRate, type PriceBook, referencePrice } from '../purchase/quote/priceBook.ts';
import type { BoundOrder } from './bindOrder.ts';

/** What an order brings and takes, in cents of a euro. */
export type Worth = {
  readonly paidCents: bigint;
  readonly sentCents: bigint;
  /** Above it, more is sent than was paid for: prices move between the quote and the payout, and not further than this. */
  readonly mostCents: bigint;
  /** What is sent, in minor units of the crypto. */
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
 * Returns the order's worth in cents of a euro. `percent`: how much of what was paid may be sent. Unavailable if there is no
 * trusted price.
 */
export function priceOrder(
  { book, at }: Prices,
  percent: bigint,
  { pay, receive, crypto }: Pick<BoundOrder, 'pay' | 'receive' | 'crypto'>,
): Outcome<Worth> {
  const price = referencePrice(book, crypto.marketBase, 'EUR', at);
  const rate = fiatRate(book, pay.asset.code, 'EUR', at);
  if (!price || !rate) {
    const what = price ? pay.asset.code : crypto.id;
    return { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail: `the signer has no price for ${what}` };
  }
  const paidCents = centsOf(pay, rate);
  const sentCents = centsOf(receive, price.mid);
  return ok({ paidCents, sentCents, mostCents: (paidCents * percent) / PER_CENT, units: receive.units });
}

/** What a fee in a network's own coin is worth; undefined without a price. */
export function feeCents({ book, at, catalog }: Prices, chain: string, units: bigint): bigint | undefined {
  const network = catalog.networks.find((each) => each.chain === chain);
  if (!network) return undefined;
  const { marketBase, asset } = requireCrypto(catalog, network.nativeCrypto);
  const price = referencePrice(book, marketBase, 'EUR', at);
  return price && centsOf({ asset, units }, price.mid);
}

/** What coins are worth; undefined without a price. */
export function coinCents({ book, at }: Prices, { marketBase, asset }: Crypto, units: bigint): bigint | undefined {
  const price = referencePrice(book, marketBase, 'EUR', at);
  return price && centsOf({ asset, units }, price.mid);
}

/** What fiat money is worth; undefined without a rate. */
export function moneyCents({ book, at }: Prices, money: Amount): bigint | undefined {
  const rate = fiatRate(book, money.asset.code, 'EUR', at);
  return rate && centsOf(money, rate);
}

/** Rounded up: what leaves is never counted as less. */
function centsOf({ asset, units }: Amount, euros: Decimal): bigint {
  const amount: Decimal = { coefficient: units, scale: asset.decimals };
  return rescale(multiply(amount, euros), CENT_DIGITS, 'up').coefficient;
}
