import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';

const FOLLOW_MS = 1500;

/**
 * What the payment screen needs; nothing without an order. While a payment is `followed` the server is asked again and again, and
 * at once when an event of the order (`newestEvent`) was announced: one that comes while an answer is under way may be newer than it.
 */
export function useCheckout(orderNo: string, followed: boolean, newestEvent: number) {
  const knownWhenAsked = useRef(0);
  const query = useQuery({
    queryKey: ['checkoutInfo', orderNo],
    queryFn: ({ signal }) => {
      knownWhenAsked.current = Math.max(0, newestEvent);
      return call('checkoutInfo', { orderNo }, { signal, navigational: true });
    },
    enabled: orderNo !== '',
    retry: (failures, error) => !(error instanceof CallError && error.detail) && failures < 2,
    refetchInterval: followed ? FOLLOW_MS : false,
    staleTime: 0,
  });
  const { refetch, isFetching } = query;
  useEffect(() => {
    if (orderNo !== '' && !isFetching && newestEvent > knownWhenAsked.current) void refetch();
  }, [newestEvent, orderNo, isFetching, refetch]);
  return query;
}
