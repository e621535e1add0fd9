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
    `One worker with the lowest tier of every vendor handles **${orders} orders a minute**: the limit of the ${label} is the`,
    'tightest. Each row is a limit that the vendor publishes, and what the adapter uses of it. The calls for an order are',
    "measured for Kraken and counted in the adapter's code for the others. A vendor may have set another limit for your account:",
    'ask it, and compare.',
    '',
    '- *Calls an order*: at most, for an order that uses the vendor.',
    '- *Calls a minute*: made however many orders there are.',
    '- *Orders a minute*: sustained; a burst may be larger.',
    '',
    '| vendor | limit | calls an order | calls a minute | orders a minute | source |',
    '| --- | --- | --- | --- | --- | --- |',
    ...all.flatMap(drawRows),
    '',
    '## How limits are kept',
    '',
    'Kraken, Stripe, Sumsub and Ramp Network are called within their limits: calls wait by priority (what ends something that has',
    'begun, then new orders, then reads), and a call that would wait for too long is not made. The step is done again later, and the',
    "order waits for `vendor_budget` meanwhile; a quote of Ramp Network is left out. Half of a window's calls may be made at once and",
    'half come back within the window, so that no window has more calls than the vendor allows. Each process has the limit for itself:',
    'where several processes share an account or an IP address, ask the vendor for more. The other limits are far above what the',
    'adapters use, or nothing depends on them: a call that is refused is repeated after the pause that the vendor asks for.',
    '',
    '## Kraken',
    '',
    'A worker keeps within the limit of its API key. The tier of the account is `KRAKEN_TIER`: `starter` (the default),',
    '`intermediate` or `pro`. Calls are made by priority: first what finishes orders that were sent, then new orders, then reads',
    'of the account, which get a fifth of the limit while orders wait. Orders share the lists that they read, so the calls for',
    'one order fall as more of them wait: on the lowest tier 60 orders at once are bought within a minute, and 30 a minute are',
    'bought for as long as they come, each within a minute (`server/app/worker/krakenBudget.test.ts`).',
    '',
    'Each worker with an API key of its own has a limit of its own. The limit of the trading engine is that of the account and',
    'the pair, and all workers share it.',
    '',
    'An order that was made before the worker started, or more than a day ago, costs one call more: the venue is asked for it by',
    'its id before it is sent.',
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
