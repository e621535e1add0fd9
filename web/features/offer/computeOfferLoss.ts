import type { CallData } from '@slipway/contract/calls.ts';
import { add, type Decimal, formatDecimal, multiply, parseDecimal, rescale } from '@slipway/money/decimal.ts';

export type Offer = CallData<'offerList'>['offerList'][number];

/**
 * Returns how much worse an offer is than the best one, in the pay currency: the amount to pay in addition, or the value of
 * the crypto that is missing, at the market price. Null if the offer is not worse or the rounded amount is zero.
 */
export function computeOfferLoss(
  offer: Offer,
  best: Offer,
): { readonly kind: 'less' | 'more'; readonly amount: string } | null {
  const paidMore = subtractDecimals(offer.offerSendAmount, best.offerSendAmount);
  if (paidMore.coefficient > 0n) return { kind: 'more', amount: formatDecimal(paidMore) };
  const missing = subtractDecimals(best.offerGetAmount, offer.offerGetAmount);
  if (missing.coefficient <= 0n) return null;
  const worth = roundToNearest(
    multiply(missing, parseDecimal(best.referencePrice)),
    parseDecimal(best.offerSendAmount).scale,
  );
  return worth.coefficient === 0n ? null : { kind: 'less', amount: formatDecimal(worth) };
}

/** Returns the sum of both fees. */
export function sumOfferFees({ processingFee, transNetworkFee }: Offer): string {
  return formatDecimal(add(parseDecimal(processingFee), parseDecimal(transNetworkFee)));
}

function subtractDecimals(a: string, b: string): Decimal {
  const subtrahend = parseDecimal(b);
  return add(parseDecimal(a), { ...subtrahend, coefficient: -subtrahend.coefficient });
}

function roundToNearest(value: Decimal, scale: number): Decimal {
  return rescale(add(value, { coefficient: 5n, scale: scale + 1 }), scale, 'down');
}
