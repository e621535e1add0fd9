import { z } from 'zod';
import { vendorOf } from '../../defineVendor.ts';
import { ok, refused } from '../../outcome.ts';
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
