import type { CallData } from '@slipway/contract/calls.ts';
import { call, takePreloadedAnswer } from '../../../api/call.ts';
import { useLoaded } from '../../../api/useLoaded.ts';
import type { MethodPrice } from '../computeQuoteFigures.ts';
import { isPayableHere } from './isPayableHere.ts';

export type MethodPrices = {
  /** 'loading' only if there are no earlier prices to show. */
  readonly status: 'loading' | 'failed' | 'ready';
  readonly prices: readonly MethodPrice[];
  /** The prices belong to the current quote; outdated ones only keep the tiles visible while new ones load. */
  readonly current: boolean;
  readonly retry: () => void;
};

/** Loads the quote's price for each payment method that works in this browser. */
export function useMethodPrices(token: string | null): MethodPrices {
  const request = { token: token ?? '' };
  const { data, current, failed, retry } = useLoaded(
    token,
    async (signal) => filterPayablePrices(await call('priceList', request, { signal })),
    {
      takeAvailable: () => {
        const answer = takePreloadedAnswer('priceList', request);
        return answer && filterPayablePrices(answer.data);
      },
    },
  );
  if (failed) return { status: 'failed', prices: [], current: false, retry };
  if (!data) return { status: 'loading', prices: [], current: false, retry };
  return { status: 'ready', prices: data, current, retry };
}

/** Returns the payment method to use: the buyer's choice if available, else the quote's, else the first available one, or ''. */
export function chooseMethod(prices: readonly MethodPrice[], chosen: string, quoted: string): string {
  const availablePrices = prices.filter((price) => price.available);
  const preferred = [chosen, quoted].find((method) => availablePrices.some((price) => price.payMethod === method));
  return preferred ?? availablePrices[0]?.payMethod ?? '';
}

function filterPayablePrices({ priceList }: CallData<'priceList'>): readonly MethodPrice[] {
  return priceList.filter(({ payMethod }) => isPayableHere(payMethod));
}
