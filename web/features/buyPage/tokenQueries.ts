import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';

const LIMITS_STALE_MS = 60_000;

/** Loads all cryptos of the short buying page with their networks. */
export function useTokens() {
  return useQuery({
    queryKey: ['getCryptoList'],
    queryFn: ({ signal }) => call('getCryptoList', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Loads the details and limits of a crypto, again every minute, because the limits change with the price. */
export function useTokenInfo(currency: string) {
  return useQuery({
    queryKey: ['getCurrencyInfo', currency],
    queryFn: ({ signal }) => call('getCurrencyInfo', { currency }, { signal }),
    staleTime: LIMITS_STALE_MS,
    refetchInterval: LIMITS_STALE_MS,
    retry: (failures, error) => !isNotSoldError(error) && failures < 1,
  });
}

/** Returns true if the crypto is not for sale here or does not exist. */
export function isNotSoldError(error: unknown): boolean {
  return error instanceof CallError && (error.detail?.error === 'receive_currency_unsupported' || error.status === 400);
}
