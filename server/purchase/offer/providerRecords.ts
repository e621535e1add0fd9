import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { readOwnTimes } from './ownTimesStore.ts';
import { type ProviderRecord, readRecords } from './providerRecordStore.ts';

/** What became of the last orders here. */
export type OfferRecords = {
  /** By provider. */
  readonly providers: ReadonlyMap<string, ProviderRecord>;
  /** The median of the operator's own, from the payment to the coins; undefined while there are too few. */
  ownMinutes(network: string, method: PayMethod): number | undefined;
};

export type ProviderRecords = () => Promise<OfferRecords>;

/** Fewer say nothing about how long the next one takes. */
const MINUTES_FROM_ORDERS = 3;
const READ_EVERY_MS = 60_000;

/** Read once a minute by a process: the figures change slowly, and offers are asked for often. */
export function openProviderRecords(database: Queryable, catalog: Pick<Catalog, 'networks'>): ProviderRecords {
  let reading: ReturnType<ProviderRecords> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (!reading || performance.now() - readAt >= READ_EVERY_MS) {
      readAt = performance.now();
      reading = readAll(database, catalog).catch((error: unknown) => {
        reading = undefined;
        throw error;
      });
    }
    return reading;
  };
}

async function readAll(database: Queryable, { networks }: Pick<Catalog, 'networks'>): Promise<OfferRecords> {
  const [providers, times] = await Promise.all([
    readRecords(database),
    readOwnTimes(
      database,
      networks.map(({ id }) => id),
    ),
  ]);
  const own = new Map(times.map((time) => [`${time.network} ${time.method}`, time]));
  return {
    providers,
    ownMinutes: (network, method) => medianOf(own.get(`${network} ${method}`)),
  };
}

type Times = { readonly orders: number; readonly medianMinutes: number | null };

/** At least one; undefined while too few orders say it. */
export function medianOf(times: Times | undefined): number | undefined {
  if (!times || times.orders < MINUTES_FROM_ORDERS || times.medianMinutes === null) return undefined;
  return Math.max(1, times.medianMinutes);
}
