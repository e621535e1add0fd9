import { z } from 'zod';
import { vendorOf } from '../../defineVendor.ts';
import { ok, refused } from '../../outcome.ts';

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
  /** How fast Kraken forgets a private call: 3000 in the first tier, 2000 in the second, 1000 in the third. */
  privateCallEveryMs: z.number().int().min(1).max(60_000).default(3_000),
});

export type PriceSourceConfig = z.infer<typeof priceSourceConfigSchema>;
export type TradingVenueConfig = z.output<typeof tradingVenueConfigSchema>;

/** Stand-ins know no limits; the exchanges' own are the adapters' defaults. */
const UNLIMITED = { rateLimitMs: 1, privateCallEveryMs: 1 };

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
  },
  // Kraken has no play money; behind another address it is not known what trades.
  environmentOf: (config) => (config.apiUrl === undefined ? 'live' : 'unknown'),
  create: async (config, { isSandbox }) => {
    const { createCcxtTradingVenue } = await import('./ccxtTradingVenue.ts');
    return createCcxtTradingVenue({ ...config, ...(isSandbox && UNLIMITED) });
  },
  ask: async (config, { isSandbox }) => {
    const [{ createKrakenClient }, { isRefusedKey, unavailable }] = await Promise.all([
      import('./krakenClient.ts'),
      import('./map.ts'),
    ]);
    try {
      await createKrakenClient({ ...config, ...(isSandbox && UNLIMITED) }).openOrders(NO_ORDER);
      return ok(config.apiUrl === undefined ? 'live' : 'unknown');
    } catch (error) {
      return isRefusedKey(error)
        ? refused('Kraken does not take KRAKEN_API_KEY with KRAKEN_API_SECRET')
        : unavailable(error);
    }
  },
});

/** Nobody's: asked for only to see whether the keys are taken. */
const NO_ORDER = '00000000-0000-4000-8000-000000000000';

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
    create: async (config, { isSandbox, now }) => {
      const { createCcxtPriceSource } = await import('./ccxtPriceSource.ts');
      return createCcxtPriceSource({ ...config, exchangeId, now, ...(isSandbox && { rateLimitMs: 1 }) });
    },
  }),
);
