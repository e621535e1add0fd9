import { listRequest } from '@slipway/contract/firstQuote.ts';
import { call, callEnvelope, takeAnswer } from '../../api/call.ts';
import { useLoaded } from '../../api/useLoaded.ts';

/** Countries and the visitor's own. */
export function useCountries() {
  return useLoaded('getallcountry', (signal) => call('getallcountry', {}, { signal }), {
    keep: true,
    now: () => takeAnswer('getallcountry', {})?.data,
  });
}

/** Currencies to pay with, and the visitor's own; the page cannot be shown without them. */
export function usePayList(offerType: string) {
  return useLoaded(
    `payList ${offerType}`,
    (signal) => callEnvelope('payList', listRequest(offerType), { signal, navigational: true }),
    { keep: true, now: () => takeAnswer('payList', listRequest(offerType)) },
  );
}

/** Cryptos to receive. */
export function useReceiveList(offerType: string) {
  return useLoaded(
    `getList ${offerType}`,
    (signal) => call('getList', listRequest(offerType), { signal, navigational: true }),
    { keep: true, now: () => takeAnswer('getList', listRequest(offerType))?.data },
  );
}
