import type { CallData } from '@slipway/contract/calls.ts';
import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';
import { postOrderStatus } from '../opener/opener.ts';
import { isOver } from './orderStatuses.ts';
import { useOrderEvents } from './useOrderEvents.ts';

export type PublicOrder = Exclude<CallData<'orderDetail'>, OrderDetail>;

export type OrderView = {
  /** `bare`: another buyer's order, or not logged in. */
  readonly kind: 'loading' | 'missing' | 'failed' | 'bare' | 'owned';
  readonly bare: PublicOrder | null;
  readonly order: OrderDetail | null;
  /** Cause of `failed`. */
  readonly error: unknown;
  /** The data is outdated: the server is unreachable and the request is retried. */
  readonly stale: boolean;
  readonly refresh: () => void;
};

const POLL_MS = 3000;
/** Poll even with an open stream: the server can lose its change notifications without the stream noticing. */
const SILENT_POLL_MS = 30_000;

/** Returns the poll interval: long while the event stream is open, false once the order is over. */
export function choosePollInterval(order: Pick<PublicOrder, 'status'> | undefined, connected: boolean): number | false {
  if (order && isOver(order.status)) return false;
  return connected ? SILENT_POLL_MS : POLL_MS;
}

/**
 * Provides the current order: refetched on events, or polled every three seconds without the event stream. Sends each change
 * of its status to the opener.
 */
export function useOrder(orderNo: string): OrderView {
  const events = useOrderEvents(orderNo);
  const query = useQuery({
    queryKey: ['orderDetail', orderNo],
    queryFn: ({ signal }) => call('orderDetail', { orderNo }, { signal }),
    enabled: orderNo !== '',
    retry: (failures, error) => !isMissing(error) && failures < 2,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (isMissing(state.error) ? false : choosePollInterval(state.data, events.connected)),
  });
  const { data, refetch } = query;
  const isOutdated = data !== undefined && events.newest > data.sequence && !query.isFetching;
  useEffect(() => {
    if (isOutdated) void refetch();
  }, [isOutdated, refetch]);
  const status = data?.status;
  useEffect(() => {
    if (status) postOrderStatus(orderNo, status);
  }, [orderNo, status]);
  const missing = orderNo === '' || isMissing(query.error);
  return {
    kind: missing ? 'missing' : data ? (isOwned(data) ? 'owned' : 'bare') : query.isError ? 'failed' : 'loading',
    bare: data && !isOwned(data) ? data : null,
    order: data && isOwned(data) ? data : null,
    error: query.error,
    stale: data !== undefined && query.isRefetchError,
    refresh: () => void refetch(),
  };
}

/** While `delivering`, loads the confirmations of the delivery every three seconds: they are not order events. */
export function useConfirmations(orderNo: string, delivering: boolean) {
  return useQuery({
    queryKey: ['getConfirmedBlock', orderNo],
    queryFn: ({ signal }) => call('getConfirmedBlock', { orderNo }, { signal }),
    enabled: delivering,
    refetchInterval: POLL_MS,
  }).data;
}

function isOwned(order: CallData<'orderDetail'>): order is OrderDetail {
  return order.owner && 'timeline' in order;
}

function isMissing(error: unknown): boolean {
  return error instanceof CallError && (error.detail?.error === 'order_not_found' || error.status === 400);
}
