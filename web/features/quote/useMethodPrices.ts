import type { CallData } from '@slipway/contract/calls.ts';
import { call, takeAnswer } from '../../api/call.ts';
import { useLoaded } from '../../api/useLoaded.ts';
import { payableHere } from './payableHere.ts';
import type { MethodPrice } from './quoteFigures.ts';

export type MethodPrices = {
  /** 'loading' only when there is nothing older to show. */
  readonly status: 'loading' | 'failed' | 'ready';
  readonly prices: readonly MethodPrice[];
  /** The figures belong to the current quote; older ones only keep the tiles while new ones are fetched. */
  readonly current: boolean;
  readonly retry: () => void;
};

/** What the quote costs by each payment method that can be paid with here. */
export function useMethodPrices(token: string | null): MethodPrices {
  const request = { token: token ?? '' };
  const { data, current, failed, retry } = useLoaded(
    token,
    async (signal) => pricesHere(await call('priceList', request, { signal })),
    {
      now: () => {
        const answer = takeAnswer('priceList', request);
        return answer && pricesHere(answer.data);
      },
    },
  );
  if (failed) return { status: 'failed', prices: [], current: false, retry };
  if (!data) return { status: 'loading', prices: [], current: false, retry };
  return { status: 'ready', prices: data, current, retry };
}

/** The method that pays: the buyer's choice while it can, else the quote's, else the first that can. */
export function effectiveMethod(prices: readonly MethodPrice[], chosen: string, quoted: string): string {
  const able = prices.filter((price) => price.available);
  const wanted = [chosen, quoted].find((method) => able.some((price) => price.payMethod === method));
  return wanted ?? able[0]?.payMethod ?? '';
}

function pricesHere({ priceList }: CallData<'priceList'>): readonly MethodPrice[] {
  return priceList.filter(({ payMethod }) => payableHere(payMethod));
}
