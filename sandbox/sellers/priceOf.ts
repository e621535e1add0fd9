import { fiatAsset } from '@slipway/money/iso4217.ts';
import { midPrice } from '../exchanges/priceModel.ts';
import { liveRate } from '../rates/levels.ts';
import type { Manner, SellersCoin } from './manner.ts';

export type PriceInquiry = {
  readonly side: 'Pay' | 'Get';
  /** A decimal of the currency or of the coin, by side. */
  readonly amount: string;
  readonly currency: string;
  readonly coin: SellersCoin;
  readonly at: Date;
  /** So many percent fewer coins than the seller's manner gives. */
  readonly worsePercent?: number;
};

/** Decimals: of the currency, and `receive` of the coin. `fee` has the affiliate's part in it. */
export type SellersPrice = {
  readonly pay: string;
  readonly receive: string;
  readonly fee: string;
  readonly affiliateFee: string;
  readonly networkFee: string;
};

/** As many digits as a seller shows of any coin. */
const SHOWN_DECIMALS = 8;

/** The least and the most that the seller takes, in a currency. */
export function limitsOf(
  manner: Manner,
  currency: string,
  at: Date,
): { readonly least: number; readonly most: number } {
  const rate = liveRate(currency, at);
  const digits = fiatAsset(currency).decimals;
  return { least: Number((manner.least * rate).toFixed(digits)), most: Number((manner.most * rate).toFixed(digits)) };
}

/** Undefined where fees would eat all of it. Simulated prices are floats; what is said is a decimal. */
export function priceOf(manner: Manner, inquiry: PriceInquiry): SellersPrice | undefined {
  const { side, amount, currency, coin, at, worsePercent = 0 } = inquiry;
  const digits = fiatAsset(currency).decimals;
  const rate = liveRate(currency, at);
  const price = midPrice(coin.symbol.toUpperCase(), currency, at) * (1 + manner.spreadPercent / 100);
  const share = (manner.feePercent + manner.affiliatePercent) / 100;
  const networkFee = ceil(manner.networkFee * rate, digits);
  const leastFee = manner.leastFee * rate;
  const worse = 1 - worsePercent / 100;
  const pay =
    side === 'Pay'
      ? Number(amount)
      : ceil(
          Math.max((Number(amount) * price + networkFee) / (1 - share), Number(amount) * price + networkFee + leastFee),
          digits,
        );
  const fee = ceil(Math.max(pay * share, leastFee), digits);
  const receive = floor(((pay - fee - networkFee) / price) * worse, Math.min(coin.decimals, SHOWN_DECIMALS));
  if (receive <= 0) return undefined;
  const shown = Math.min(coin.decimals, SHOWN_DECIMALS);
  return {
    pay: pay.toFixed(digits),
    receive: side === 'Get' && worse === 1 ? amount : receive.toFixed(shown),
    fee: fee.toFixed(digits),
    affiliateFee: floor(pay * (manner.affiliatePercent / 100), digits).toFixed(digits),
    networkFee: networkFee.toFixed(digits),
  };
}

function ceil(value: number, digits: number): number {
  return Math.ceil(value * 10 ** digits - 1e-6) / 10 ** digits;
}

function floor(value: number, digits: number): number {
  return Math.floor(value * 10 ** digits + 1e-6) / 10 ** digits;
}
