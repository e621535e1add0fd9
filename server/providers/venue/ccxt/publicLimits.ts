import type { VendorLimit } from '../../vendorLimits.ts';

/** Exchanges whose public prices can be a source of the reference price. */
export const priceExchangeIds = ['kraken', 'coinbase', 'bitstamp'] as const;
export type PriceExchangeId = (typeof priceExchangeIds)[number];

/** Prices are fetched every two seconds: all in one call, at Coinbase with one call for each of some ten markets. */
export const PUBLIC_LIMITS: Readonly<Record<PriceExchangeId, readonly [VendorLimit]>> = {
  kraken: [
    {
      what: 'public calls of an IP address',
      calls: 1,
      perSeconds: 1,
      callsPerOrder: 0,
      callsPerMinute: 30,
      source: 'https://support.kraken.com/articles/206548367',
    },
  ],
  coinbase: [
    {
      what: 'public calls of an IP address',
      calls: 10,
      perSeconds: 1,
      callsPerOrder: 0,
      callsPerMinute: 300,
      source: 'https://docs.cdp.coinbase.com/exchange/rest-api/rate-limits',
    },
  ],
  bitstamp: [
    {
      what: 'all calls of a client',
      calls: 10_000,
      perSeconds: 600,
      callsPerOrder: 0,
      callsPerMinute: 30,
      source: 'https://www.bitstamp.net/api/',
    },
  ],
};
