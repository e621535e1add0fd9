import { z } from 'zod';
import { defineVendor } from '../../defineVendor.ts';
import { ok, refused } from '../../outcome.ts';
import { krakenTiers } from './krakenLimits.ts';
import { PUBLIC_LIMITS, priceExchangeIds } from './publicLimits.ts';

const apiUrl = z
  .url({ protocol: /^https?$/ })
  .transform((text) => new URL(text).origin)
  .optional();

/** Configuration of an exchange's public prices. Needs no account. */
export const priceSourceConfigSchema = z.strictObject({
  exchangeId: z.enum(priceExchangeIds),
  /** Another address of the exchange's API; only scheme, host and port are used. */
  apiUrl,
});

/** Configuration of the exchange at which the operator buys what it delivers. */
export const tradingVenueConfigSchema = z.strictObject({
  exchangeId: z.literal('kraken').default('kraken'),
  apiUrl,
  /**
   * The key needs permission to query funds, open and closed orders and ledger entries, and to create orders, which
   * includes cancelling them. It needs permission to withdraw only if coins are withdrawn by `operate withdraw`.
   */
  apiKey: z.string().min(1),
  apiSecret: z.base64(),
  /** The account's API tier, which sets its call limits. The lowest is safe for every account. */
  tier: z.enum(krakenTiers).default('starter'),
});

export type PriceSourceConfig = z.infer<typeof priceSourceConfigSchema>;
export type TradingVenueConfig = z.output<typeof tradingVenueConfigSchema>;

export const krakenVendor = defineVendor({
  id: 'kraken',
  family: 'venue',
  label: 'Kraken account',
  hosts: ['https://api.kraken.com'],
  // Limits of the lowest tier. Orders share readings, so the calls per order fall as more of them wait: `callsPerOrder`
  // is what `server/app/worker/krakenBudget.test.ts` measures with orders arriving as fast as the limit allows.
  // `callsPerMinute` are the readings of the account.
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
    KRAKEN_TIER: { sets: 'tier', isRefinement: true },
  },
  // Kraken has no test environment; at another address the environment is unknown.
  getEnvironment: (config) => (config.apiUrl === undefined ? 'live' : 'unknown'),
  create: async (config, { now }) => {
    const { createCcxtTradingVenue } = await import('./ccxtTradingVenue.ts');
    return createCcxtTradingVenue({ ...config, now });
  },
  checkCredentials: async (config) => {
    const [{ createKrakenClient }, { isKeyRejected, toUnavailable: unavailable }] = await Promise.all([
      import('./krakenClient.ts'),
      import('./map.ts'),
    ]);
    try {
      await createKrakenClient(config).openOrders('start');
      return ok(config.apiUrl === undefined ? 'live' : 'unknown');
    } catch (error) {
      return isKeyRejected(error)
        ? refused('Kraken rejects KRAKEN_API_KEY with KRAKEN_API_SECRET')
        : unavailable(error);
    }
  },
});

/** The exchanges' public prices, each as a separate vendor. */
export const priceVendors = (
  [
    ['kraken', 'Kraken', 'KRAKEN', 'https://api.kraken.com'],
    ['coinbase', 'Coinbase', 'COINBASE', 'https://api.exchange.coinbase.com'],
    ['bitstamp', 'Bitstamp', 'BITSTAMP', 'https://www.bitstamp.net'],
  ] as const
).map(([exchangeId, name, prefix, host]) =>
  defineVendor({
    id: `${exchangeId}-prices`,
    family: 'prices',
    label: `Prices of ${name}`,
    hosts: [host],
    limits: PUBLIC_LIMITS[exchangeId],
    config: priceSourceConfigSchema.omit({ exchangeId: true }),
    variables: { [`${prefix}_API_URL`]: { sets: 'apiUrl', address: true } },
    offSwitch: `${prefix}_PRICES`,
    getEnvironment: () => 'unknown',
    create: async (config, { now }) => {
      const { createCcxtPriceSource } = await import('./ccxtPriceSource.ts');
      return createCcxtPriceSource({ ...config, exchangeId, now });
    },
  }),
);
