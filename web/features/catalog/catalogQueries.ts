import { useQuery } from '@tanstack/react-query';
import { call, callEnvelope } from '../../api/call.ts';

/** Lists change rarely: one load serves the visit. */
const shared = { staleTime: Number.POSITIVE_INFINITY, retry: 1 } as const;
const INTERCEPT = 2;

/** Countries and the visitor's own. */
export function useCountries() {
  return useQuery({ ...shared, queryKey: ['getallcountry'], queryFn: ({ signal }) => call('getallcountry', {}, { signal }) });
}

/** Currencies to pay with; the page is nothing without them. */
export function usePayList(offerType: string) {
  return useQuery({
    ...shared,
    queryKey: ['payList', offerType],
    queryFn: ({ signal }) =>
      callEnvelope('payList', { intercept: INTERCEPT, offerType }, { signal, navigational: true }),
  });
}

/** Cryptos to receive. */
export function useReceiveList(offerType: string) {
  return useQuery({
    ...shared,
    queryKey: ['getList', offerType],
    queryFn: ({ signal }) => call('getList', { intercept: INTERCEPT, offerType }, { signal, navigational: true }),
  });
}
