/** A rate limit that a vendor publishes, and how much of it the adapter uses. */
export type VendorLimit = {
  /** The calls that the limit counts together. */
  readonly what: string;
  readonly calls: number;
  readonly perSeconds: number;
  /** Most calls that one order makes; the measured average if orders share calls. */
  readonly callsPerOrder: number;
  /** Calls per minute regardless of the number of orders. */
  readonly callsPerMinute: number;
  /** The vendor's page that states the limit. */
  readonly source: string;
};

/** A vendor's limits, or why it has none that can be counted. */
export type VendorLimits = readonly VendorLimit[] | { readonly none: string };

/** Returns how many orders per minute a limit sustains; undefined if orders make no such calls. */
export function computeOrdersPerMinute({
  calls,
  perSeconds,
  callsPerOrder,
  callsPerMinute,
}: VendorLimit): number | undefined {
  if (callsPerOrder === 0) return undefined;
  return Math.max(0, Math.floor(((calls * 60) / perSeconds - callsPerMinute) / callsPerOrder));
}
