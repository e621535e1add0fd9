import type { CallData } from '@slipway/contract/calls.ts';
import { usePayList, useReceiveList } from './catalogQueries.ts';

type PayCurrency = CallData<'payList'>[number];
type ReceiveCurrency = CallData<'getList'>[number];

/** What can be paid with and what can be bought. */
export type CurrencyLists = {
  /** Undefined while they are on their way. */
  readonly pays: readonly PayCurrency[] | undefined;
  readonly receives: readonly ReceiveCurrency[] | undefined;
  /** The currency of the visitor's country; '' while it is not known. */
  readonly normalCurrency: string;
  readonly failed: boolean;
  /** Why one of them did not come. */
  readonly error: unknown;
  readonly retry: () => void;
  readonly payOf: (currency: string) => PayCurrency | undefined;
  readonly receiveOf: (currency: string) => ReceiveCurrency | undefined;
};

/** Both lists of one provider's currencies; of whoever is quoted without a choice where `offerType` is ''. */
export function useCurrencyLists(offerType: string): CurrencyLists {
  const payList = usePayList(offerType);
  const receiveList = useReceiveList(offerType);
  const pays = payList.data?.data;
  const receives = receiveList.data;
  return {
    pays,
    receives,
    normalCurrency: payList.data?.normalCurrency ?? '',
    failed: payList.failed || receiveList.failed,
    error: payList.error ?? receiveList.error,
    retry: () => {
      payList.retry();
      receiveList.retry();
    },
    payOf: (currency) => pays?.find((entry) => entry.currency === currency),
    receiveOf: (currency) => receives?.find((entry) => entry.currency === currency),
  };
}
