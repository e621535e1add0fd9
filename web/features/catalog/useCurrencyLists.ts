import type { CallData } from '@slipway/contract/calls.ts';
import { useState } from 'react';
import { usePayList, useReceiveList } from './catalogQueries.ts';

type PayCurrency = CallData<'payList'>[number];
type ReceiveCurrency = CallData<'getList'>[number];

/** What can be paid with and what can be bought. */
export type CurrencyLists = {
  /** Whose they are: the provider that was asked for, or '' where that one has nothing here. */
  readonly offerType: string;
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

/**
 * Both lists of one provider's currencies; of whoever is quoted without a choice where `offerType` is '', and where that
 * provider is unknown or has nothing here.
 */
export function useCurrencyLists(offerType: string): CurrencyLists {
  const [barren, setBarren] = useState('');
  const asked = offerType === barren ? '' : offerType;
  const payList = usePayList(asked);
  const receiveList = useReceiveList(asked);
  const [payable, sold] = [payList.data?.data, receiveList.data];
  // Lists that another provider's stand in for are on their way.
  const came = payList.current && receiveList.current;
  const nothing = asked !== '' && came && (payable?.length === 0 || sold?.length === 0);
  if (nothing) setBarren(asked);
  const [pays, receives] = came && !nothing ? [payable, sold] : [];
  return {
    offerType: asked,
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
