import type { Queryable } from '../../platform/database/database.ts';
import type { TimeRange } from '../../reporting/reportFigureStore.ts';
import { readDeliveriesByDay } from './deliveredStore.ts';

/** The amount of an asset in minor units, and the number of orders. */
export type Volume = {
  readonly asset: string;
  readonly decimals: number;
  readonly units: bigint;
  readonly orders: number;
};

export type DeliveryVolumes = {
  readonly days: readonly { readonly day: string; readonly orders: number; readonly paid: readonly Volume[] }[];
  readonly paid: readonly Volume[];
  readonly received: readonly Volume[];
  readonly orders: number;
};

/** Returns what was delivered within a range of days, paid and received: one query, aggregated in four ways. */
export async function computeDeliveryVolumes(database: Queryable, days: TimeRange): Promise<DeliveryVolumes> {
  const rows = await readDeliveriesByDay(database, days);
  const paid = rows.map((row) => ({
    day: row.day,
    asset: row.payAsset,
    decimals: row.payDecimals,
    units: row.payUnits,
    orders: row.orders,
  }));
  const received = rows.map((row) => ({
    asset: row.receiveAsset,
    decimals: row.receiveDecimals,
    units: row.receiveUnits,
    orders: row.orders,
  }));
  return {
    days: [...Map.groupBy(paid, ({ day }) => day)].map(([day, ofDay]) => ({
      day,
      orders: countOrders(ofDay),
      paid: sumByAsset(ofDay),
    })),
    paid: sumByAsset(paid),
    received: sumByAsset(received),
    orders: countOrders(paid),
  };
}

function countOrders(volumes: readonly { readonly orders: number }[]): number {
  return volumes.reduce((sum, { orders }) => sum + orders, 0);
}

/** Groups by asset and decimals: an asset of an earlier catalog may have other decimals and is listed separately. */
function sumByAsset(volumes: readonly Volume[]): readonly Volume[] {
  return [...Map.groupBy(volumes, ({ asset, decimals }) => `${asset} ${decimals}`).values()]
    .flatMap((ofAsset) => {
      const [first] = ofAsset;
      if (!first) return [];
      const units = ofAsset.reduce((sum, one) => sum + one.units, 0n);
      return [{ asset: first.asset, decimals: first.decimals, units, orders: countOrders(ofAsset) }];
    })
    .toSorted((one, other) => (one.asset < other.asset ? -1 : 1));
}
