import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';

const LIMITS_MS = 60_000;

/** Every crypto of the short buying page, with its network. */
export function useTokens() {
  return useQuery({
    queryKey: ['getCryptoList'],
    queryFn: ({ signal }) => call('getCryptoList', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What a crypto is and how much of it can be bought; its limits move with the price. */
export function useTokenInfo(currency: string) {
  return useQuery({
    queryKey: ['getCurrencyInfo', currency],
    queryFn: ({ signal }) => call('getCurrencyInfo', { currency }, { signal }),
    staleTime: LIMITS_MS,
    refetchInterval: LIMITS_MS,
    retry: (failures, error) => !isNotSold(error) && failures < 1,
  });
}

/** This crypto is not sold here, or there is none of this name. */
export function isNotSold(error: unknown): boolean {
  return error instanceof CallError && (error.detail?.error === 'receive_currency_unsupported' || error.status === 400);
}
