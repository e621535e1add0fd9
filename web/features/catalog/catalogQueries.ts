import { buildListRequest } from '@slipway/contract/firstQuote.ts';
import { call, callWithEnvelope, takePreloadedAnswer } from '../../api/call.ts';
import { useLoaded } from '../../api/useLoaded.ts';

/** Loads the countries and the visitor's own. */
export function useCountries() {
  return useLoaded('getallcountry', (signal) => call('getallcountry', {}, { signal }), {
    cachesForVisit: true,
    takeAvailable: () => takePreloadedAnswer('getallcountry', {})?.data,
  });
}

/** Loads the currencies to pay with and the visitor's own; the page cannot be shown without them. */
export function usePayList(offerType: string) {
  return useLoaded(
    `payList ${offerType}`,
    (signal) => callWithEnvelope('payList', buildListRequest(offerType), { signal, navigational: true }),
    { cachesForVisit: true, takeAvailable: () => takePreloadedAnswer('payList', buildListRequest(offerType)) },
  );
}

/** Loads the cryptos to receive; the page cannot be shown without them. */
export function useReceiveList(offerType: string) {
  return useLoaded(
    `getList ${offerType}`,
    (signal) => call('getList', buildListRequest(offerType), { signal, navigational: true }),
    { cachesForVisit: true, takeAvailable: () => takePreloadedAnswer('getList', buildListRequest(offerType))?.data },
  );
}
