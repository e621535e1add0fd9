import { chainVendors, vendors } from '../../server/app/vendors.ts';
import type { Family } from '../../server/providers/vendor.ts';
import { computeOrdersPerMinute, type VendorLimit, type VendorLimits } from '../../server/providers/vendorLimits.ts';

type LimitedVendor = { readonly label: string; readonly family: Family; readonly limits: VendorLimits };

/** Vendors that do not limit the product's own orders: an order at another provider uses only that provider's limit. */
const OFFERS: Family = 'offers';

/** Returns docs/vendor-limits.md: the rate limits of each vendor, from the manifests. */
export function drawLimits(): string {
  const all: readonly LimitedVendor[] = [
    ...vendors,
    ...chainVendors.map(({ label, limits }) => ({ label, limits, family: 'chain' as const })),
  ];
  const { label, orders } = findTightestLimit(all.filter(({ family }) => family !== OFFERS));
  return [
    "# Vendors' limits of calls",
    '',
    '<!-- Written by `npm run draw` from the manifests of the vendors. -->',
    '',
    `For operators who plan capacity. With the lowest tier of every vendor, one worker handles **${orders} orders a minute** that the`,
    `operator fulfils: the limit of the ${label} is the tightest. Orders at other providers (MoonPay, Coinbase, Ramp Network,`,
    'Transak) use only the limit of their provider.',
    '',
    'Each row has a limit that the vendor publishes, and the calls that Slipway makes. The calls per order were measured for',
    "Kraken, and counted in the adapters' code for all other vendors. Ask each vendor whether your account has another limit.",
    '',
    '- *Calls an order*: at most, for an order that uses the vendor.',
    '- *Calls a minute*: in addition, independent of the number of orders.',
    '- *Orders a minute*: the most that the limit allows continuously; a burst may be larger.',
    '',
    '| vendor | limit | calls an order | calls a minute | orders a minute | source |',
    '| --- | --- | --- | --- | --- | --- |',
    ...all.flatMap(drawRows),
    '',
    '## How limits are kept',
    '',
    'Each process keeps its calls of Kraken, Stripe, Sumsub and Ramp Network within their limits:',
    '',
    '- Calls wait by priority: first those that complete work already begun, then new orders, then reads.',
    '- A call that would wait for too long is not made. The step is tried again later, and the order waits as `vendor_budget`.',
    '  A quote of Ramp Network is left out.',
    '- At most half of the calls of a period are made at once. The other half become available in the course of the period.',
    '- A process does not count the calls of other processes. If several share an account or an IP address, ask the vendor for a',
    '  higher limit.',
    '',
    "Calls of all other vendors are not held back: the limits are far above these calls, or none of the operator's own orders",
    'depends on them. A refused call is repeated after the pause that the vendor asks for.',
    '',
    '## Kraken',
    '',
    'The limit depends on the tier of the account, `KRAKEN_TIER`: `starter` (the default), `intermediate` or `pro`. While orders',
    'wait, reads of the account get a fifth of the limit. Orders share the lists that the worker reads, so the calls per order fall',
    'as more orders wait. On the lowest tier, a worker buys a burst of 60 orders within a minute, or 30 orders a minute',
    'continuously, each within a minute (`server/app/worker/krakenBudget.test.ts`).',
    '',
    'Each API key has its own limit of private calls: more workers, each with its own key, handle more orders. All workers of one',
    'account share the limit of orders per pair, and all of one IP address the limit of public calls.',
    '',
    "If a buyer's order was created before the worker started, or more than an hour ago, the worker makes one more call before it",
    'buys: it asks the exchange whether it has already sent this purchase.',
    '',
  ].join('\n');
}

function drawRows({ label, limits }: LimitedVendor): string[] {
  if ('none' in limits) return [`| ${label} | none: ${limits.none} | | | | |`];
  return limits.map((limit) => {
    const { what, callsPerOrder, callsPerMinute, source } = limit;
    const cells = [
      label,
      `${what}: ${formatRate(limit)}`,
      callsPerOrder,
      callsPerMinute,
      formatOrdersPerMinute(limit),
      source,
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

const PERIODS: ReadonlyMap<number, string> = new Map([
  [1, 'a second'],
  [60, 'a minute'],
  [900, 'in 15 minutes'],
  [2_592_000, 'a month'],
]);

function formatRate({ calls, perSeconds }: VendorLimit): string {
  return `${calls.toLocaleString('en-GB')} ${PERIODS.get(perSeconds) ?? `in ${perSeconds} seconds`}`;
}

function formatOrdersPerMinute(limit: VendorLimit): string {
  const orders = computeOrdersPerMinute(limit);
  if (orders === undefined) return 'any number';
  return orders === 0 ? 'fewer than 1' : String(orders);
}

function findTightestLimit(all: readonly LimitedVendor[]): { readonly label: string; readonly orders: number } {
  const bounds = all.flatMap(({ label, limits }) =>
    'none' in limits
      ? []
      : limits.flatMap((limit) => {
          const orders = computeOrdersPerMinute(limit);
          return orders === undefined ? [] : [{ label, orders }];
        }),
  );
  const [first] = bounds.toSorted((one, other) => one.orders - other.orders);
  if (!first) throw new Error('no vendor has a limit');
  return first;
}
