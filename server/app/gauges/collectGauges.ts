import { createAmount, formatAmount } from '@slipway/money/amount.ts';
import { listHalts } from '../../ledger/haltStore.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { Crypto } from '../../purchase/catalog/catalog.ts';
import type { TreasuryFunds } from '../../purchase/quote/priceBook.ts';
import { countDifferences } from '../../reconciliation/differences/differenceStore.ts';
import { listExternalAccountStates } from '../../reconciliation/externalAccountStore.ts';
import type { Context } from '../context.ts';
import { countOpenAlerts, countOrdersByStatus } from './gaugeStore.ts';

/**
 * Collects what operators' alarms monitor in addition to calls: orders, alerts, differences and halts, the treasury, vendors,
 * and the age of prices and lists.
 */
export function collectGauges(metrics: Metrics, { database, catalog, prices, screening, vendorStates }: Context): void {
  metrics.collect('slipway_orders', 'Orders by state', ['status'], async () =>
    (await countOrdersByStatus(database)).map(({ status, count }) => ({ labels: { status }, value: count })),
  );
  metrics.collect('slipway_open_alerts', 'Open alerts, by kind', ['kind'], async () =>
    (await countOpenAlerts(database)).map(({ kind, count }) => ({ labels: { kind }, value: count })),
  );
  metrics.collect(
    'slipway_differences',
    'Differences between the ledger and external accounts, by state',
    ['place', 'state'],
    async () =>
      (await countDifferences(database)).map(({ place, state, count }) => ({ labels: { place, state }, value: count })),
  );
  metrics.collect(
    'slipway_halts',
    'Payouts or refund files that are delayed until a difference is closed',
    ['scope'],
    async () => (await listHalts(database)).map(({ scope }) => ({ labels: { scope }, value: 1 })),
  );
  metrics.collect('slipway_place_age_seconds', 'Time since an external account was queried', ['place'], async () =>
    (await listExternalAccountStates(database)).map(({ place, readAt }) => ({
      labels: { place },
      value: readAt ? computeAgeSeconds(readAt) : Number.POSITIVE_INFINITY,
    })),
  );
  metrics.collect('slipway_price_age_seconds', 'Age of the newest price of a market', ['market'], async () =>
    [...prices().markets].map(([market, { observedAt }]) => ({
      labels: { market },
      value: computeAgeSeconds(observedAt),
    })),
  );
  const createTreasuryReader = (value: (funds: TreasuryFunds, crypto: Crypto) => number) => async () =>
    [...catalog.cryptos.values()].flatMap((crypto) => {
      const funds = prices().funds.get(crypto.asset.id);
      return funds ? [{ labels: { crypto: crypto.id }, value: value(funds, crypto) }] : [];
    });
  metrics.collect(
    'slipway_treasury_free',
    'Free balance of a treasury after everything that it owes, in coins',
    ['crypto'],
    createTreasuryReader(({ freeUnits }, { asset }) => Number(formatAmount(createAmount(asset, freeUnits)))),
  );
  metrics.collect(
    'slipway_treasury_age_seconds',
    'Time since a treasury was read',
    ['crypto'],
    createTreasuryReader(({ observedAt }) => computeAgeSeconds(observedAt)),
  );
  metrics.collect('slipway_vendors', 'Enabled vendors, by state', ['vendor', 'family', 'state'], async () =>
    vendorStates().map(({ id, family, state }) => ({ labels: { vendor: id, family, state }, value: 1 })),
  );
  metrics.collect('slipway_sanctions_list_age_seconds', 'Time since a list was fetched', ['source'], async () =>
    screening
      .judge('', new Date())
      .editions.map(({ source, fetchedAt }) => ({ labels: { source }, value: computeAgeSeconds(fetchedAt) })),
  );
  metrics.collect(
    'slipway_sanctions_edition_age_seconds',
    'Time since a list was published, if the list states it',
    ['source'],
    async () =>
      screening
        .judge('', new Date())
        .editions.flatMap(({ source, publishedAt }) =>
          publishedAt ? [{ labels: { source }, value: computeAgeSeconds(publishedAt) }] : [],
        ),
  );
}

function computeAgeSeconds(time: Date): number {
  return (Date.now() - time.getTime()) / 1000;
}
