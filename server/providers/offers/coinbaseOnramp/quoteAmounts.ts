import { type Amount, addAmounts } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { divideRounded } from '@slipway/money/decimal.ts';
import { parseVendorAmount } from '../vendorAmounts.ts';
import type { BuyQuote } from './schemas.ts';

/** Amounts of a quote: `pay` is the sum of `subtotal`, `fee` and `networkFee`. */
export type QuoteAmounts = {
  readonly pay: Amount;
  readonly subtotal: Amount;
  readonly fee: Amount;
  readonly networkFee: Amount;
  readonly receive: Amount;
};

export function toQuoteAmounts(quote: BuyQuote, payAsset: Asset, coin: Asset): QuoteAmounts {
  const up = ({ value }: { readonly value: string }) => parseVendorAmount(payAsset, value, 'up');
  return {
    pay: up(quote.paymentTotal),
    subtotal: up(quote.paymentSubtotal),
    fee: up(quote.coinbaseFee),
    networkFee: up(quote.networkFee),
    receive: parseVendorAmount(coin, quote.purchaseAmount.value, 'down'),
  };
}

/** Scales a quote to another amount of coins: price and fee in proportion, rounded up; the network fee is constant. */
export function scaleQuoteAmounts({ subtotal, fee, networkFee, receive }: QuoteAmounts, coins: Amount): QuoteAmounts {
  const scaled = ({ units, asset }: Amount): Amount => ({
    asset,
    units: divideRounded(units * coins.units, receive.units, 'up'),
  });
  const [newSubtotal, newFee] = [scaled(subtotal), scaled(fee)];
  return {
    pay: addAmounts(addAmounts(newSubtotal, newFee), networkFee),
    subtotal: newSubtotal,
    fee: newFee,
    networkFee,
    receive: coins,
  };
}
