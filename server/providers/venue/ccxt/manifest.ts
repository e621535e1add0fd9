import { z } from 'zod';
import { vendorOf } from '../../defineVendor.ts';
import { ok, refused } from '../../outcome.ts';
import type { VendorLimits } from '../../vendorLimits.ts';
import { krakenTiers } from './krakenLimits.ts';

/** Exchanges whose public prices may be a voice in the reference price, by our name for them. */
export const priceExchangeIds = ['kraken', 'coinbase', 'bitstamp'] as const;
export type PriceExchangeId = (typeof priceExchangeIds)[number];

const apiUrl = z
  .url({ protocol: /^https?$/ })
  .transform((text) => new URL(text).origin)
  .optional();

/** The least time between two public calls; what the exchange publishes when left out. */
const rateLimitMs = z.number().int().min(1).max(60_000).optional();

/** What an operator sets to hear an exchange's prices. No account is needed. */
export const priceSourceConfigSchema = z.strictObject({
  exchangeId: z.enum(priceExchangeIds),
  /** Another address of the exchange's API; only its scheme, host and port count. */
  apiUrl,
  rateLimitMs,
});

/** What an operator sets to buy what it delivers at an exchange. */
export const tradingVenueConfigSchema = z.strictObject({
  exchangeId: z.literal('kraken').default('kraken'),
  apiUrl,
  /**
   * Its key may query funds, open and closed orders, ledger entries, and create orders, which includes cancelling them. It
   * may withdraw only where coins shall be withdrawn by `operate withdraw`.
   */
  apiKey: z.string().min(1),
  apiSecret: z.base64(),
  rateLimitMs,
  /** The account's tier for API clients, which sets how many calls it may make. The lowest is safe for every account. */
  tier: z.enum(krakenTiers).default('starter'),
});

export type PriceSourceConfig = z.infer<typeof priceSourceConfigSchema>;
export type TradingVenueConfig = z.output<typeof tradingVenueConfigSchema>;

export const krakenVendor = vendorOf({
  id: 'kraken',
  family: 'venue',
  label: 'Kraken account',
  hosts: ['https://api.kraken.com'],
  // Of the lowest tier. Orders share their readings, so that what one of them uses falls as more of them wait: this is what
  // krakenBudget.test.ts measures where they come as fast as the limit allows. The reads are those of the account.
  limits: [
    {
      what: 'private calls of an API key, lowest tier',
      calls: 0.33,
      perSeconds: 1,
      callsPerOrder: 0.49,
      callsPerMinute: 5,
      source: 'https://docs.kraken.com/exchange/guides/rest/ratelimits',
    },
    {
      what: 'orders of a pair, lowest tier',
      calls: 60,
      perSeconds: 60,
      callsPerOrder: 1,
      callsPerMinute: 0,
      source: 'https://docs.kraken.com/exchange/guides/general/ratelimits',
    },
    {
      what: 'public calls of an IP address',
      calls: 1,
      perSeconds: 1,
      callsPerOrder: 1,
      callsPerMinute: 30,
      source: 'https://support.kraken.com/articles/206548367',
    },
  ],
  config: tradingVenueConfigSchema,
  variables: {
    KRAKEN_API_KEY: { sets: 'apiKey', secret: true },
    KRAKEN_API_SECRET: { sets: 'apiSecret', secret: true },
    KRAKEN_API_URL: { sets: 'apiUrl', address: true },
    KRAKEN_TIER: { sets: 'tier', refines: true },
  },
  // Kraken has no play money; behind another address it is not known what trades.
  environmentOf: (config) => (config.apiUrl === undefined ? 'live' : 'unknown'),
  create: async (config, { now }) => {
    const { createCcxtTradingVenue } = await import('./ccxtTradingVenue.ts');
    return createCcxtTradingVenue({ ...config, now });
  },
  ask: async (config) => {
    const [{ createKrakenClient }, { isRefusedKey, unavailable }] = await Promise.all([
      import('./krakenClient.ts'),
      import('./map.ts'),
    ]);
    try {
      await createKrakenClient(config).openOrders('start');
      return ok(config.apiUrl === undefined ? 'live' : 'unknown');
    } catch (error) {
      return isRefusedKey(error)
        ? refused('Kraken does not take KRAKEN_API_KEY with KRAKEN_API_SECRET')
        : unavailable(error);
    }
  },
});

/** Prices are asked for every two seconds: all in one call, at Coinbase one call for each of some ten markets. */
const PRICE_LIMITS: Readonly<Record<PriceExchangeId, VendorLimits>> = {
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

/** The exchanges' public prices, each a vendor of its own. */
export const priceVendors = (
  [
    ['kraken', 'Kraken', 'KRAKEN', 'https://api.kraken.com'],
    ['coinbase', 'Coinbase', 'COINBASE', 'https://api.exchange.coinbase.com'],
    ['bitstamp', 'Bitstamp', 'BITSTAMP', 'https://www.bitstamp.net'],
  ] as const
).map(([exchangeId, name, prefix, host]) =>
  vendorOf({
    id: `${exchangeId}-prices`,
    family: 'prices',
    label: `Prices of ${name}`,
    hosts: [host],
    limits: PRICE_LIMITS[exchangeId],
    config: priceSourceConfigSchema.omit({ exchangeId: true }),
    variables: { [`${prefix}_API_URL`]: { sets: 'apiUrl', address: true } },
    offSwitch: `${prefix}_PRICES`,
    environmentOf: () => 'unknown',
    create: async (config, { now }) => {
      const { createCcxtPriceSource } = await import('./ccxtPriceSource.ts');
      return createCcxtPriceSource({ ...config, exchangeId, now });
    },
  }),
);
