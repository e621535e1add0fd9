import type { CallData } from '@slipway/contract/calls.ts';
import { add, type Decimal, formatDecimal, multiply, parseDecimal, rescale } from '@slipway/money/decimal.ts';

export type Offer = CallData<'offerList'>['offerList'][number];

/** What an offer costs against the best one: more to pay, or less received, in the pay currency. Null when there is none. */
export function offerLoss(
  offer: Offer,
  best: Offer,
): { readonly kind: 'less' | 'more'; readonly amount: string } | null {
  const paidMore = difference(offer.offerSendAmount, best.offerSendAmount);
  if (paidMore.coefficient > 0n) return { kind: 'more', amount: formatDecimal(paidMore) };
  const missing = difference(best.offerGetAmount, offer.offerGetAmount);
  if (missing.coefficient <= 0n) return null;
  const worth = nearest(multiply(missing, parseDecimal(best.referencePrice)), parseDecimal(best.offerSendAmount).scale);
  return worth.coefficient === 0n ? null : { kind: 'less', amount: formatDecimal(worth) };
}

/** Both fees together. */
export function offerFees({ processingFee, transNetworkFee }: Offer): string {
  return formatDecimal(add(parseDecimal(processingFee), parseDecimal(transNetworkFee)));
}

function difference(a: string, b: string): Decimal {
  const taken = parseDecimal(b);
  return add(parseDecimal(a), { ...taken, coefficient: -taken.coefficient });
}

function nearest(value: Decimal, scale: number): Decimal {
  return rescale(add(value, { coefficient: 5n, scale: scale + 1 }), scale, 'down');
}
