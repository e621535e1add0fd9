import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Context } from './context.ts';
import { countAlerts, countOrders } from './gaugeStore.ts';

/** What an operator's alarms watch beside the calls: orders by state, open alerts, the age of prices and lists. */
export function collectGauges(metrics: Metrics, { database, prices, screening, vendorStates }: Context): void {
  metrics.collect('slipway_orders', 'Orders by state', ['status'], async () =>
    (await countOrders(database)).map(({ status, count }) => ({ labels: { status }, value: count })),
  );
  metrics.collect('slipway_open_alerts', 'Alerts that nobody has settled, by kind', ['kind'], async () =>
    (await countAlerts(database)).map(({ kind, count }) => ({ labels: { kind }, value: count })),
  );
  metrics.collect('slipway_price_age_seconds', 'Age of the newest price of a market', ['market'], async () =>
    [...prices().markets].map(([market, { observedAt }]) => ({ labels: { market }, value: ageSeconds(observedAt) })),
  );
  metrics.collect(
    'slipway_vendors',
    'Vendors that are on, by how they stand',
    ['vendor', 'family', 'state'],
    async () => vendorStates().map(({ id, family, state }) => ({ labels: { vendor: id, family, state }, value: 1 })),
  );
  metrics.collect('slipway_sanctions_list_age_seconds', 'Time since a list was fetched', ['source'], async () =>
    screening
      .judge('', new Date())
      .editions.map(({ source, fetchedAt }) => ({ labels: { source }, value: ageSeconds(fetchedAt) })),
  );
}

function ageSeconds(time: Date): number {
  return (Date.now() - time.getTime()) / 1000;
}
