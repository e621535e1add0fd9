import { type Amount, formatAmount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { vendorAmount } from './amounts.ts';
import type { VendorAnswer } from './callVendor.ts';
import type { OfferAnswer, OfferRefusal } from './offerPort.ts';

export function refuseOffer(
  reason: OfferRefusal,
  detail: string,
  limit?: Amount,
): Extract<OfferAnswer, { kind: 'refused' }> {
  return { kind: 'refused', reason, detail, ...(limit && { limit }) };
}

type Decimal = string | null | undefined;

/** A provider's limits as amounts of the currency of pay: the least rounded up, the most down. */
export function limitsOf(asset: Asset, least: Decimal, most: Decimal) {
  return {
    least: least == null ? undefined : vendorAmount(asset, least, 'up'),
    most: most == null ? undefined : vendorAmount(asset, most, 'down'),
  };
}

/** Limits are decimals of the currency of pay, as the provider wrote them. Undefined where the amount is within them. */
export function refuseBeyond(
  pay: Amount,
  least: string | undefined,
  most: string | undefined,
): OfferAnswer | undefined {
  const { least: floor, most: ceiling } = limitsOf(pay.asset, least, most);
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

/** Of a question for a price that was not answered. */
export function offerAway({ isLimit, retryAfterMs, detail }: Extract<VendorAnswer<unknown>, { kind: 'failed' }>) {
  return { kind: 'unavailable', detail, ...(isLimit && { limitedMs: retryAfterMs }) } as const;
}

/** While nothing is known of what a provider sells. */
export function unknownCatalog(vendor: string) {
  return { kind: 'unavailable', retryAfterMs: 5_000, detail: `${vendor} does not say what it sells` } as const;
}
