import type { CallData } from '@slipway/contract/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export type Identification = CallData<'checkIdentificationResult'>['isIdentification'];

const POLL_MS = 2000;

/** The state of the check. While `waiting` the verifier is asked again every two seconds. */
export function useIdentification(orderNo: string, waiting: boolean) {
  return useQuery({
    queryKey: ['checkIdentificationResult', orderNo],
    queryFn: ({ signal }) =>
      call('checkIdentificationResult', orderNo === '' ? {} : { orderNo }, { signal, navigational: true }),
    refetchInterval: waiting ? POLL_MS : false,
    staleTime: 0,
  });
}

/** The verdict on the basic details; asked again while they are under review. */
export function useDetailsOutcome() {
  return useQuery({
    queryKey: ['userStatus'],
    queryFn: ({ signal }) => call('userStatus', {}, { signal, navigational: true }),
    refetchInterval: ({ state }) => (state.data?.isKyc === '3' ? POLL_MS : false),
    staleTime: 0,
  });
}

/** What the verifier wants the buyer to read after a refusal; '' when it says nothing. */
export function useVerifierMessage(orderNo: string, enabled: boolean): string {
  const { data } = useQuery({
    queryKey: ['getIdentificationResult', orderNo],
    queryFn: ({ signal }) => call('getIdentificationResult', orderNo === '' ? {} : { orderNo }, { signal }),
    enabled,
  });
  return data?.message ?? '';
}

/** Opens the verifier's page; it brings the buyer back to `returnPath`. */
export async function openVerifier(orderNo: string, returnPath: string, locale: string): Promise<string> {
  const { url } = await call('getIdentificationUrl', {
    ...(orderNo === '' ? {} : { orderNo }),
    redirectUrl: returnPath,
    locale,
  });
  return url;
}
