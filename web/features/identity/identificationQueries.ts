import type { CallData } from '@slipway/contract/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { requestUserStatus } from './requestUserStatus.ts';

export type Identification = CallData<'checkIdentificationResult'>['isIdentification'];

const POLL_MS = 2000;

/** Loads the state of the document check; while `waiting`, again every two seconds. */
export function useIdentification(orderNo: string, waiting: boolean) {
  return useQuery({
    queryKey: ['checkIdentificationResult', orderNo],
    queryFn: ({ signal }) =>
      call('checkIdentificationResult', orderNo === '' ? {} : { orderNo }, { signal, navigational: true }),
    refetchInterval: waiting ? POLL_MS : false,
    staleTime: 0,
  });
}

/** Loads the result for the personal details; polled while they are under review. */
export function useDetailsOutcome() {
  return useQuery({
    queryKey: ['userStatus'],
    queryFn: ({ signal }) => requestUserStatus({ signal, navigational: true }),
    refetchInterval: ({ state }) => (state.data?.isKyc === '3' ? POLL_MS : false),
    staleTime: 0,
  });
}

/** Loads the verifier's message to the buyer after a rejection; '' if there is none. */
export function useVerifierMessage(orderNo: string, enabled: boolean): string {
  const { data } = useQuery({
    queryKey: ['getIdentificationResult', orderNo],
    queryFn: ({ signal }) => call('getIdentificationResult', orderNo === '' ? {} : { orderNo }, { signal }),
    enabled,
  });
  return data?.message ?? '';
}

/** Returns the URL of the verifier's page, which returns the buyer to `returnPath`. */
export async function requestVerifierUrl(orderNo: string, returnPath: string, locale: string): Promise<string> {
  const { url } = await call('getIdentificationUrl', {
    ...(orderNo === '' ? {} : { orderNo }),
    redirectUrl: returnPath,
    locale,
  });
  return url;
}
