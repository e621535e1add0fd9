import type { OrderDetail, OrderSummary } from '@slipway/contract/entities/order.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { isOver } from '../order/orderStatuses.ts';
import { joinPages, needsDetail } from './orderRows.ts';

const PAGE_SIZE = 20;
/** The list is refreshed while an order is active. */
const REFRESH_MS = 15_000;

export type MyOrders = {
  /** Undefined until the first page has loaded. */
  readonly orders: readonly OrderSummary[] | undefined;
  readonly total: number;
  /** Error of the first page. */
  readonly error: unknown;
  readonly retry: () => void;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  /** Error of the next page; loaded orders stay visible. */
  readonly moreError: unknown;
  readonly showMore: () => void;
};

/** Loads the buyer's orders page by page, newest first. */
export function useMyOrders(): MyOrders {
  const query = useInfiniteQuery({
    queryKey: ['orderList'],
    queryFn: ({ pageParam, signal }) => call('orderList', { page: pageParam, pageSize: PAGE_SIZE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ list }) => list.some(({ status }) => !isOver(status))) ? REFRESH_MS : false,
  });
  const { data } = query;
  return {
    orders: data && joinPages(data.pages),
    total: data?.pages.at(-1)?.total ?? 0,
    error: data || query.isFetching ? null : query.error,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    moreError: query.isFetchNextPageError && !query.isFetchingNextPage ? query.error : null,
    showMore: () => void query.fetchNextPage(),
  };
}

/**
 * Loads the details of an order in a status that waits for something, again every 15 seconds and when the status changes.
 * Undefined until loaded, and in other statuses.
 */
export function useOrderWait(order: OrderSummary): OrderDetail | undefined {
  const { orderNo, status, exception } = order;
  return (
    useQuery({
      queryKey: ['orderWait', orderNo, status, exception],
      queryFn: async ({ signal }) => {
        const detail = await call('orderDetail', { orderNo }, { signal });
        return 'timeline' in detail ? detail : null;
      },
      enabled: needsDetail(order),
      refetchInterval: REFRESH_MS,
    }).data ?? undefined
  );
}
