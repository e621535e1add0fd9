/** A limit of calls that a vendor publishes, and how much of it our adapter uses. */
export type VendorLimit = {
  /** Which calls are limited together. */
  readonly what: string;
  readonly calls: number;
  readonly perSeconds: number;
  /** At most, for an order that uses the vendor. */
  readonly callsPerOrder: number;
  /** Made each minute however many orders there are. */
  readonly callsPerMinute: number;
  /** The vendor's page that states the limit. */
  readonly source: string;
};

/** A vendor's limits, or why it has none that could be counted. */
export type VendorLimits = readonly VendorLimit[] | { readonly none: string };

/** How many orders a minute a limit allows, however long they keep coming; undefined where orders do not use it. */
export function ordersPerMinute({ calls, perSeconds, callsPerOrder, callsPerMinute }: VendorLimit): number | undefined {
  if (callsPerOrder === 0) return undefined;
  return Math.max(0, Math.floor(((calls * 60) / perSeconds - callsPerMinute) / callsPerOrder));
}
