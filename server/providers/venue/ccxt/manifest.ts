import { z } from 'zod';

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
export const priceSourceManifest = {
  id: 'ccxt',
  label: 'Exchange prices',
  config: z.strictObject({
    exchangeId: z.enum(priceExchangeIds),
    /** Another address of the exchange's API; only its scheme, host and port count. */
    apiUrl,
    rateLimitMs,
  }),
} as const;

/** What an operator sets to buy what it delivers at an exchange. */
export const tradingVenueManifest = {
  id: 'ccxt',
  label: 'Exchange account',
  config: z.strictObject({
    exchangeId: z.literal('kraken'),
    apiUrl,
    /** Its key may query open and closed orders, ledger entries, and create orders; nothing else is needed. */
    apiKey: z.string().min(1),
    apiSecret: z.base64(),
    rateLimitMs,
    /** How fast Kraken forgets a private call: 3000 in the first tier, 2000 in the second, 1000 in the third. */
    privateCallEveryMs: z.number().int().min(1).max(60_000).default(3_000),
  }),
} as const;

export type PriceSourceConfig = z.infer<typeof priceSourceManifest.config>;
export type TradingVenueConfig = z.output<typeof tradingVenueManifest.config>;
