import { type Amount, formatAmount } from '@slipway/money/amount.ts';
import { vendorAmount } from './amounts.ts';
import type { VendorAnswer } from './callVendor.ts';
import type { OfferAnswer, OfferRefusal } from './offerPort.ts';

export function refuseOffer(reason: OfferRefusal, detail: string, limit?: Amount): OfferAnswer {
  return { kind: 'refused', reason, detail, ...(limit && { limit }) };
}

/** Limits are decimals of the currency of pay, as the provider wrote them. Undefined where the amount is within them. */
export function refuseBeyond(
  pay: Amount,
  least: string | undefined,
  most: string | undefined,
): OfferAnswer | undefined {
  const floor = least === undefined ? undefined : vendorAmount(pay.asset, least, 'up');
  const ceiling = most === undefined ? undefined : vendorAmount(pay.asset, most, 'down');
  if (floor && pay.units < floor.units) return refuseOffer('below_minimum', formatAmount(pay), floor);
  if (ceiling && pay.units > ceiling.units) return refuseOffer('above_maximum', formatAmount(pay), ceiling);
  return undefined;
}

/** What a provider refuses for no reason of the purchase's own is asked again later: a key, a limit of rate, a fault. */
const REFUSED_RETRY_MS = 60_000;

/** Of an answer that says nothing about the purchase. */
export function unavailableFor(vendor: string, answer: Exclude<VendorAnswer<unknown>, { kind: 'answered' }>) {
  return answer.kind === 'failed'
    ? ({ kind: 'unavailable', retryAfterMs: answer.retryAfterMs, detail: answer.detail } as const)
    : ({ kind: 'unavailable', retryAfterMs: REFUSED_RETRY_MS, detail: `${vendor}: ${answer.words}` } as const);
}

/** While nothing is known of what a provider sells. */
export function unknownCatalog(vendor: string) {
  return { kind: 'unavailable', retryAfterMs: 5_000, detail: `${vendor} does not say what it sells` } as const;
}
