import { type Amount, formatAmount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import type { VendorAnswer } from './callVendor.ts';
import type { OfferAnswer, OfferRefusal } from './offerPort.ts';
import { parseVendorAmount } from './vendorAmounts.ts';

export function refuseOffer(
  reason: OfferRefusal,
  detail: string,
  limit?: Amount,
): Extract<OfferAnswer, { kind: 'refused' }> {
  return { kind: 'refused', reason, detail, ...(limit && { limit }) };
}

type OptionalDecimal = string | null | undefined;

/** Returns a provider's limits in the pay currency: the lowest rounded up, the highest down. */
export function parseLimits(asset: Asset, least: OptionalDecimal, most: OptionalDecimal) {
  return {
    least: least == null ? undefined : parseVendorAmount(asset, least, 'up'),
    most: most == null ? undefined : parseVendorAmount(asset, most, 'down'),
  };
}

/**
 * Refuses an amount outside the limits, which are decimals of the pay currency as the provider wrote them. Undefined if
 * the amount is within them.
 */
export function refuseOutsideLimits(
  pay: Amount,
  least: string | undefined,
  most: string | undefined,
): OfferAnswer | undefined {
  const { least: floor, most: ceiling } = parseLimits(pay.asset, least, most);
  if (floor && pay.units < floor.units) return refuseOffer('below_minimum', formatAmount(pay), floor);
  if (ceiling && pay.units > ceiling.units) return refuseOffer('above_maximum', formatAmount(pay), ceiling);
  return undefined;
}

/** Retry delay after a refusal that the purchase did not cause, such as that of a key. */
const REFUSED_RETRY_MS = 60_000;

/** Returns the outcome of a call that failed, or that was refused for a reason other than the purchase. */
export function toUnavailable(vendor: string, answer: Exclude<VendorAnswer<unknown>, { kind: 'answered' }>) {
  return answer.kind === 'failed'
    ? ({ kind: 'unavailable', retryAfterMs: answer.retryAfterMs, detail: answer.detail } as const)
    : ({ kind: 'unavailable', retryAfterMs: REFUSED_RETRY_MS, detail: `${vendor}: ${answer.message}` } as const);
}

/** Returns the answer to a price request whose call failed. */
export function toUnavailableOffer({
  isRateLimited,
  retryAfterMs,
  detail,
}: Extract<VendorAnswer<unknown>, { kind: 'failed' }>) {
  return { kind: 'unavailable', detail, ...(isRateLimited && { limitedMs: retryAfterMs }) } as const;
}

/** Returns the outcome while the provider's catalog is unknown. */
export function buildCatalogUnavailable(vendor: string) {
  return { kind: 'unavailable', retryAfterMs: 5_000, detail: `the catalog of ${vendor} is not available` } as const;
}
