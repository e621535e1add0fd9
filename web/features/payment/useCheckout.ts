import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';

const POLL_MS = 1500;

/**
 * Loads the checkout of an order; does nothing without an order number. While a payment is `followed` it polls the
 * server. It also refetches when a newer event (`newestEvent`) is announced, because an answer in flight may be older
 * than the event.
 */
export function useCheckout(orderNo: string, followed: boolean, newestEvent: number) {
  const newestEventAtRequest = useRef(0);
  const query = useQuery({
    queryKey: ['checkoutInfo', orderNo],
    queryFn: ({ signal }) => {
      newestEventAtRequest.current = Math.max(0, newestEvent);
      return call('checkoutInfo', { orderNo }, { signal, navigational: true });
    },
    enabled: orderNo !== '',
    retry: (failures, error) => !(error instanceof CallError && error.detail) && failures < 2,
    refetchInterval: followed ? POLL_MS : false,
    staleTime: 0,
  });
  const { refetch, isFetching } = query;
  useEffect(() => {
    if (orderNo !== '' && !isFetching && newestEvent > newestEventAtRequest.current) void refetch();
  }, [newestEvent, orderNo, isFetching, refetch]);
  return query;
}
