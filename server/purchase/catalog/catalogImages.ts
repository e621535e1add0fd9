import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';

/** Returns the path of an image that the web app serves. */
export function getCurrencyImage(code: string): string {
  return `/images/currencies/${code.toLowerCase()}.svg`;
}

export function getCryptoImage(symbol: string): string {
  return `/images/coins/${symbol.toLowerCase()}.svg`;
}

export function getMethodImage(method: PayMethod): string {
  return `/images/methods/${method}.svg`;
}

export const OWN_OFFER_IMAGE = '/images/offers/slipway.svg';
