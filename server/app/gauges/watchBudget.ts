import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { TradingVenue } from '../../providers/venue/venuePort.ts';

type BudgetedVendor = Pick<TradingVenue, 'id' | 'budget'>;

/** Collects how much of a vendor's call limit is left, as this process counts it, and how long a new order waits for it. */
export function collectBudget(metrics: Pick<Metrics, 'collect'>, { id, budget }: BudgetedVendor): void {
  const createReader = (value: (state: ReturnType<NonNullable<typeof budget>>) => number) => async () =>
    budget ? [{ labels: { vendor: id }, value: value(budget()) }] : [];
  metrics.collect(
    'slipway_vendor_budget_left',
    "What is left of a vendor's limit of calls, as a share",
    ['vendor'],
    createReader(({ remaining, most }) => remaining / most),
  );
  metrics.collect(
    'slipway_vendor_budget_wait_seconds',
    "How long a new order waits for a vendor's limit of calls",
    ['vendor'],
    createReader(({ waitSeconds }) => waitSeconds),
  );
}

/**
 * An alert is raised if less than this share of the limit is left for this long. Orders are still bought then, with some
 * seconds of delay.
 */
const LOW_SHARE = 0.2;
const LOW_FOR_MS = 2 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Returns a round that raises an alert, at most once a day, when a vendor's call limit is nearly used up for a while. */
export function createBudgetWatch(
  database: Database,
  { id, budget }: BudgetedVendor,
  nowMs: () => number = () => performance.now(),
): () => Promise<void> {
  let lowSinceMs: number | undefined;
  return async () => {
    const state = budget?.();
    if (!state || state.remaining >= state.most * LOW_SHARE) {
      lowSinceMs = undefined;
      return;
    }
    lowSinceMs ??= nowMs();
    if (nowMs() - lowSinceMs < LOW_FOR_MS) return;
    lowSinceMs = undefined;
    const day = Math.floor((await database.now()).getTime() / DAY_MS);
    await raiseAlert(database, {
      key: `vendor_budget_low:${id}:${day}`,
      orderId: null,
      kind: 'vendor_budget_low',
      facts: {
        vendor: id,
        remaining: Math.floor(state.remaining),
        most: state.most,
        waitSeconds: Math.ceil(state.waitSeconds),
      },
    });
  };
}
