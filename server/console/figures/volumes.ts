import type { Queryable } from '../../platform/database/database.ts';
import type { Day } from '../../reporting/dayFigureStore.ts';
import { deliveredByDay } from './deliveredStore.ts';

/** So much of an asset in its minor units, by how many orders. */
export type Volume = {
  readonly asset: string;
  readonly decimals: number;
  readonly units: bigint;
  readonly orders: number;
};

export type VolumesFigure = {
  readonly days: readonly { readonly day: string; readonly orders: number; readonly paid: readonly Volume[] }[];
  readonly paid: readonly Volume[];
  readonly received: readonly Volume[];
  readonly orders: number;
};

/** What was delivered within days, as it was paid and as it was received: read once, and summed up four ways. */
export async function volumesFigure(database: Queryable, days: Day): Promise<VolumesFigure> {
  const rows = await deliveredByDay(database, days);
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
    days: [...Map.groupBy(paid, ({ day }) => day)].map(([day, of]) => ({
      day,
      orders: ordersOf(of),
      paid: byAsset(of),
    })),
    paid: byAsset(paid),
    received: byAsset(received),
    orders: ordersOf(paid),
  };
}

function ordersOf(volumes: readonly { readonly orders: number }[]): number {
  return volumes.reduce((sum, { orders }) => sum + orders, 0);
}

/** An asset that is counted in other digits, as one of a former catalog may be, stands by itself. */
function byAsset(volumes: readonly Volume[]): readonly Volume[] {
  return [...Map.groupBy(volumes, ({ asset, decimals }) => `${asset} ${decimals}`).values()]
    .flatMap((of) => {
      const [first] = of;
      if (!first) return [];
      const units = of.reduce((sum, one) => sum + one.units, 0n);
      return [{ asset: first.asset, decimals: first.decimals, units, orders: ordersOf(of) }];
    })
    .toSorted((one, other) => (one.asset < other.asset ? -1 : 1));
}
