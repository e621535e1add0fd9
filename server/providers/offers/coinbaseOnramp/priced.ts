import { type Amount, addAmounts } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { divideRounded } from '@slipway/money/decimal.ts';
import { vendorAmount } from '../amounts.ts';
import type { BuyQuote } from './schemas.ts';

/** A quote in amounts: `pay` is `subtotal`, `fee` and `networkFee` together. */
export type Priced = {
  readonly pay: Amount;
  readonly subtotal: Amount;
  readonly fee: Amount;
  readonly networkFee: Amount;
  readonly receive: Amount;
};

export function pricedOf(quote: BuyQuote, payAsset: Asset, coin: Asset): Priced {
  const up = ({ value }: { readonly value: string }) => vendorAmount(payAsset, value, 'up');
  return {
    pay: up(quote.paymentTotal),
    subtotal: up(quote.paymentSubtotal),
    fee: up(quote.coinbaseFee),
    networkFee: up(quote.networkFee),
    receive: vendorAmount(coin, quote.purchaseAmount.value, 'down'),
  };
}

/** The same price for so many coins: price and fee grow with them, rounded up; the network's fee does not. */
export function rescaled({ subtotal, fee, networkFee, receive }: Priced, coins: Amount): Priced {
  const grown = ({ units, asset }: Amount): Amount => ({
    asset,
    units: divideRounded(units * coins.units, receive.units, 'up'),
  });
  const [newSubtotal, newFee] = [grown(subtotal), grown(fee)];
  return {
    pay: addAmounts(addAmounts(newSubtotal, newFee), networkFee),
    subtotal: newSubtotal,
    fee: newFee,
    networkFee,
    receive: coins,
  };
}
