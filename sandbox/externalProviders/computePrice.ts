import { fiatAsset } from '@slipway/money/iso4217.ts';
import { computeMidPrice } from '../exchanges/priceModel.ts';
import { computeLiveRate } from '../rates/rateLevels.ts';
import type { ProviderCoin, ProviderTerms } from './providerTerms.ts';

export type PriceRequest = {
  readonly side: 'Pay' | 'Get';
  /** A decimal in the currency or the coin, depending on the side. */
  readonly amount: string;
  readonly currency: string;
  readonly coin: ProviderCoin;
  readonly at: Date;
  /** Reduces the coins by this percentage compared to the provider's terms. */
  readonly worsePercent?: number;
};

/** Decimals in the currency; `receive` in the coin. `fee` includes the affiliate's commission. */
export type ProviderPrice = {
  readonly pay: string;
  readonly receive: string;
  readonly fee: string;
  readonly affiliateFee: string;
  readonly networkFee: string;
};

/** Maximum decimals that a provider displays for a coin. */
const MAX_SHOWN_DECIMALS = 8;

/** Returns the minimum and maximum amount in a currency. */
export function computeLimits(
  terms: ProviderTerms,
  currency: string,
  at: Date,
): { readonly least: number; readonly most: number } {
  const rate = computeLiveRate(currency, at);
  const digits = fiatAsset(currency).decimals;
  return { least: Number((terms.least * rate).toFixed(digits)), most: Number((terms.most * rate).toFixed(digits)) };
}

/** Returns a price; undefined if the fees would consume the payment. Computes with floats, since all prices are simulated. */
export function computePrice(terms: ProviderTerms, request: PriceRequest): ProviderPrice | undefined {
  const { side, amount, currency, coin, at, worsePercent = 0 } = request;
  const digits = fiatAsset(currency).decimals;
  const rate = computeLiveRate(currency, at);
  const price = computeMidPrice(coin.symbol.toUpperCase(), currency, at) * (1 + terms.spreadPercent / 100);
  const share = (terms.feePercent + terms.affiliatePercent) / 100;
  const networkFee = ceilToDigits(terms.networkFee * rate, digits);
  const leastFee = terms.leastFee * rate;
  const worse = 1 - worsePercent / 100;
  const pay =
    side === 'Pay'
      ? Number(amount)
      : ceilToDigits(
          Math.max((Number(amount) * price + networkFee) / (1 - share), Number(amount) * price + networkFee + leastFee),
          digits,
        );
  const fee = ceilToDigits(Math.max(pay * share, leastFee), digits);
  const receive = floorToDigits(
    ((pay - fee - networkFee) / price) * worse,
    Math.min(coin.decimals, MAX_SHOWN_DECIMALS),
  );
  if (receive <= 0) return undefined;
  const shown = Math.min(coin.decimals, MAX_SHOWN_DECIMALS);
  return {
    pay: pay.toFixed(digits),
    receive: side === 'Get' && worse === 1 ? amount : receive.toFixed(shown),
    fee: fee.toFixed(digits),
    affiliateFee: floorToDigits(pay * (terms.affiliatePercent / 100), digits).toFixed(digits),
    networkFee: networkFee.toFixed(digits),
  };
}

function ceilToDigits(value: number, digits: number): number {
  return Math.ceil(value * 10 ** digits - 1e-6) / 10 ** digits;
}

function floorToDigits(value: number, digits: number): number {
  return Math.floor(value * 10 ** digits + 1e-6) / 10 ** digits;
}
