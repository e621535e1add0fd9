import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { MethodPrice } from './quoteFigures.ts';

export type MethodPrices = {
  /** 'loading' only when there is nothing older to show. */
  readonly status: 'loading' | 'failed' | 'ready';
  readonly prices: readonly MethodPrice[];
  /** The figures belong to the present quote; older ones only fill the tiles while new ones are fetched. */
  readonly current: boolean;
  readonly retry: () => void;
};

/** What the quote costs by each payment method. */
export function useMethodPrices(token: string | null): MethodPrices {
  const query = useQuery({
    queryKey: ['priceList', token],
    queryFn: ({ signal }) => call('priceList', { token: token ?? '' }, { signal }),
    enabled: token !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const retry = () => void query.refetch();
  if (query.isError && !query.isFetching) return { status: 'failed', prices: [], current: false, retry };
  if (!query.data) return { status: 'loading', prices: [], current: false, retry };
  return { status: 'ready', prices: query.data.priceList, current: !query.isPlaceholderData && token !== null, retry };
}

/** The method that pays: the buyer's choice while it can, else the quote's, else the first that can. */
export function effectiveMethod(prices: readonly MethodPrice[], chosen: string, quoted: string): string {
  const able = prices.filter((price) => price.available);
  const wanted = [chosen, quoted].find((method) => able.some((price) => price.payMethod === method));
  return wanted ?? able[0]?.payMethod ?? '';
}
