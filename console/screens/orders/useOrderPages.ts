import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import type { OrdersRequest } from './orderSearch.ts';

export type ListedOrder = ConsoleCallData<'orders'>['rows'][number];

/** Returns the loaded pages of orders, refetched on a live update of any order. */
export function useOrderPages(request: OrdersRequest) {
  const query = useInfiniteQuery({
    queryKey: ['orders', request],
    queryFn: ({ pageParam, signal }) =>
      consoleCall('orders', pageParam === '' ? request : { ...request, cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    meta: { topics: ['orders', 'takes'] },
  });
  const { data } = query;
  const rows = useMemo(() => {
    if (!data) return undefined;
    // A page loaded later may repeat rows of the previous one.
    const byNumber = new Map(data.pages.flatMap((page) => page.rows).map((row) => [row.orderNo, row]));
    return [...byNumber.values()];
  }, [data]);
  const first = data?.pages[0];
  return {
    rows,
    /** True while `rows` are those of the previous filter because the current ones load. */
    isPreviousFilter: query.isPlaceholderData,
    loadedPageCount: data?.pages.length ?? 0,
    sums: first?.sums ?? null,
    understood: first?.understood ?? [],
    more: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    failed: query.isError
      ? { ...(first && { asOf: first.now }), message: query.error.message, onRetry: () => void query.refetch() }
      : undefined,
  };
}
