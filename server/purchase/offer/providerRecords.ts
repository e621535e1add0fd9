import type { OrderStatus } from '@slipway/contract/entities/orderStatuses.ts';
import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { listOwnDeliveryTimes, type OwnDeliveryTime, type ReviewTime, readReviewTime } from './ownDeliveryTimeStore.ts';
import { listProviderRecords, type ProviderRecord } from './providerRecordStore.ts';

/** The records of the last orders, of other providers and of the operator. */
export type OfferRecords = {
  /** By provider. */
  readonly providers: ReadonlyMap<string, ProviderRecord>;
  /** Returns the operator's own median from payment to delivery; undefined if there are too few orders. */
  readOwnMinutes(network: string, method: PayMethod): number | undefined;
  /**
   * Returns the seconds within which four of five of the operator's orders left the status of this order. Null if the
   * status does not depend on the operator, or if there are too few orders.
   */
  findUsualSeconds(order: OrderStage): number | null;
};

export type OrderStage = {
  readonly status: OrderStatus;
  readonly network: string;
  readonly payMethod: PayMethod;
};

export type ProviderRecords = () => Promise<OfferRecords>;

/** Fewer orders do not predict the next one's duration. */
const MIN_ORDERS = 3;
const READ_EVERY_MS = 60_000;

/** Returns a reader that caches for a minute per process: the records change slowly, and offers are requested often. */
export function createProviderRecords(database: Queryable, catalog: Pick<Catalog, 'networks'>): ProviderRecords {
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
  const [providers, times, reviews] = await Promise.all([
    listProviderRecords(database),
    listOwnDeliveryTimes(
      database,
      networks.map(({ id }) => id),
    ),
    readReviewTime(database),
  ]);
  const own = new Map(times.map((time) => [`${time.network} ${time.method}`, time]));
  return {
    providers,
    readOwnMinutes: (network, method) => findMedianMinutes(own.get(`${network} ${method}`)),
    findUsualSeconds: ({ status, network, payMethod }) =>
      status === 'on_hold' ? findReviewSeconds(reviews) : findStepSeconds(status, own.get(`${network} ${payMethod}`)),
  };
}

function findReviewSeconds({ orders, seconds }: ReviewTime): number | null {
  return orders < MIN_ORDERS ? null : seconds;
}

const stepOfStatus: { readonly [Status in OrderStatus]?: 'conversionSeconds' | 'deliverySeconds' } = {
  paid: 'conversionSeconds',
  converting: 'conversionSeconds',
  converted: 'deliverySeconds',
  delivering: 'deliverySeconds',
};

function findStepSeconds(status: OrderStatus, times: OwnDeliveryTime | undefined): number | null {
  const step = stepOfStatus[status];
  return !step || !times || times.orders < MIN_ORDERS ? null : times[step];
}

type Times = { readonly orders: number; readonly medianMinutes: number | null };

/** Returns the median in minutes, at least 1; undefined if there are too few orders. */
export function findMedianMinutes(times: Times | undefined): number | undefined {
  if (!times || times.orders < MIN_ORDERS || times.medianMinutes === null) return undefined;
  return Math.max(1, times.medianMinutes);
}
