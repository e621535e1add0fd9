import type { CallData } from '@slipway/contract/calls.ts';
import { useState } from 'react';
import { usePayList, useReceiveList } from './catalogQueries.ts';

type PayCurrency = CallData<'payList'>[number];
type ReceiveCurrency = CallData<'getList'>[number];

/** The currencies to pay with and the cryptos to buy. */
export type CurrencyLists = {
  /** Provider of the lists: the requested one, or '' if it offers nothing here. */
  readonly offerType: string;
  /** Undefined while loading. */
  readonly payCurrencies: readonly PayCurrency[] | undefined;
  readonly receiveCurrencies: readonly ReceiveCurrency[] | undefined;
  /** Currency of the visitor's country; '' while unknown. */
  readonly normalCurrency: string;
  readonly failed: boolean;
  /** Error of a list that failed to load. */
  readonly error: unknown;
  readonly retry: () => void;
  readonly findPayCurrency: (currency: string) => PayCurrency | undefined;
  readonly findReceiveCurrency: (currency: string) => ReceiveCurrency | undefined;
};

/** Loads both currency lists of a provider. Uses the default provider if `offerType` is '', unknown or offers nothing here. */
export function useCurrencyLists(offerType: string): CurrencyLists {
  const [emptyOfferType, setEmptyOfferType] = useState('');
  const requestedOfferType = offerType === emptyOfferType ? '' : offerType;
  const payList = usePayList(requestedOfferType);
  const receiveList = useReceiveList(requestedOfferType);
  const [payable, sold] = [payList.data?.data, receiveList.data];
  // While new lists load, the previous provider's lists are still returned and must not be used.
  const areCurrent = payList.current && receiveList.current;
  const offersNothing = requestedOfferType !== '' && areCurrent && (payable?.length === 0 || sold?.length === 0);
  if (offersNothing) setEmptyOfferType(requestedOfferType);
  const [pays, receives] = areCurrent && !offersNothing ? [payable, sold] : [];
  return {
    offerType: requestedOfferType,
    payCurrencies: pays,
    receiveCurrencies: receives,
    normalCurrency: payList.data?.normalCurrency ?? '',
    failed: payList.failed || receiveList.failed,
    error: payList.error ?? receiveList.error,
    retry: () => {
      payList.retry();
      receiveList.retry();
    },
    findPayCurrency: (currency) => pays?.find((entry) => entry.currency === currency),
    findReceiveCurrency: (currency) => receives?.find((entry) => entry.currency === currency),
  };
}
