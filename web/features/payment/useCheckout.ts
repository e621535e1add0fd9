import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';

const FOLLOW_MS = 1500;

/**
 * What the payment screen needs; nothing without an order. While a payment is `followed` the server is asked again and again, and at once when
 * an event of the order (`newestEvent`) was announced.
 */
export function useCheckout(orderNo: string, followed: boolean, newestEvent: number) {
  const query = useQuery({
    queryKey: ['checkoutInfo', orderNo],
    queryFn: ({ signal }) => call('checkoutInfo', { orderNo }, { signal, navigational: true }),
    enabled: orderNo !== '',
    retry: (failures, error) => !(error instanceof CallError && error.detail) && failures < 2,
    refetchInterval: followed ? FOLLOW_MS : false,
    staleTime: 0,
  });
  const { refetch } = query;
  useEffect(() => {
    if (newestEvent > 0 && orderNo !== '') void refetch();
  }, [newestEvent, orderNo, refetch]);
  return query;
}
