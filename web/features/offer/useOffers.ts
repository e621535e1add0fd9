import type { CallRequest } from '@slipway/contract/calls.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** Loads the providers' offers for a quote. Earlier offers stay visible while those of a renewed quote load. */
export function useOffers(token: string, payMethod: string) {
  return useQuery({
    queryKey: ['offerList', token, payMethod],
    queryFn: ({ signal }) =>
      call(
        'offerList',
        { token, payMethod: payMethod as CallRequest<'offerList'>['payMethod'] },
        { signal, navigational: true },
      ),
    enabled: token !== '',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
