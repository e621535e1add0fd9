import { subtractAmounts, toDecimal } from '@slipway/money/amount.ts';
import { type Decimal, divide } from '@slipway/money/decimal.ts';
import type { PricedPurchase } from '@slipway/money/pricing.ts';

const DECIMALS = 8;

/** Returns the price of one coin without the fees, in the pay currency; rounded up. */
export function computePurchasePrice({ pay, receive, processingFee, networkFee }: PricedPurchase): Decimal {
  const forCoins = subtractAmounts(subtractAmounts(pay, processingFee), networkFee);
  return divide(toDecimal(forCoins), toDecimal(receive), DECIMALS, 'up');
}
