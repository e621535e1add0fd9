import type { CallData } from '@slipway/contract/calls.ts';
import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';
import { tellStatus } from '../opener/opener.ts';
import { isOver } from './orderStatuses.ts';
import { useOrderNews } from './useOrderNews.ts';

export type BareOrder = Exclude<CallData<'orderDetail'>, OrderDetail>;

export type OrderView = {
  /** `bare`: another buyer's order, or no login. */
  readonly kind: 'loading' | 'missing' | 'failed' | 'bare' | 'owned';
  readonly bare: BareOrder | null;
  readonly order: OrderDetail | null;
  /** Why it failed. */
  readonly error: unknown;
  /** The last answer is old: the server cannot be reached, and is asked again. */
  readonly stale: boolean;
  readonly refresh: () => void;
};

const POLL_MS = 3000;
/** An open stream may have lost what announces changes on the server's side, and says nothing of it. */
const SILENT_POLL_MS = 30_000;

/** How often an order is asked for: seldom beside an open stream, which announces its changes, and never once it is over. */
export function orderPolling(order: Pick<BareOrder, 'status'> | undefined, connected: boolean): number | false {
  if (order && isOver(order.status)) return false;
  return connected ? SILENT_POLL_MS : POLL_MS;
}

/** An order as it is now: events announce changes, and without them the server is asked every three seconds. */
export function useOrder(orderNo: string): OrderView {
  const news = useOrderNews(orderNo);
  const query = useQuery({
    queryKey: ['orderDetail', orderNo],
    queryFn: ({ signal }) => call('orderDetail', { orderNo }, { signal }),
    enabled: orderNo !== '',
    retry: (failures, error) => !isMissing(error) && failures < 2,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (isMissing(state.error) ? false : orderPolling(state.data, news.connected)),
  });
  const { data, refetch } = query;
  const behind = data !== undefined && news.newest > data.sequence && !query.isFetching;
  useEffect(() => {
    if (behind) void refetch();
  }, [behind, refetch]);
  const status = data?.status;
  useEffect(() => {
    if (status) tellStatus(orderNo, status);
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

/** How deep the delivery lies on its chain; confirmations are no events of the order. */
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
