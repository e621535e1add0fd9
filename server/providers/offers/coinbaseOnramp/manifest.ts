import { z } from 'zod';
import { defineVendor } from '../../defineVendor.ts';
import { ok, refused } from '../../outcome.ts';
import { readApiKey } from './apiKey.ts';
import { PAYMENT_METHODS } from './vendorNames.ts';

/**
 * Configuration by the operator for selling Coinbase's offers (https://portal.cdp.coinbase.com, API keys, secret API
 * key).
 */
export const coinbaseOnrampConfigSchema = z.strictObject({
  keyId: z.string().min(1),
  keySecret: z.string().transform((secret, context) => {
    const key = readApiKey(secret);
    if (key) return key;
    context.addIssue({ code: 'custom', message: 'must be the base64 of an Ed25519 key or a PEM of a P-256 key' });
    return z.NEVER;
  }),
  /** `metadata.secret` of the webhook subscription. */
  webhookSecret: z.string().min(1),
  /** Not visible in the key. `test`: purchases are marked as sandbox ones, and no money moves. */
  environment: z.enum(['test', 'live']).default('live'),
  /** API version 1: quotes, catalog, purchases. */
  apiUrl: z.url({ protocol: /^https?$/ }).default('https://api.developer.coinbase.com'),
  /** API version 2: sessions. */
  platformUrl: z.url({ protocol: /^https?$/ }).default('https://api.cdp.coinbase.com'),
});

export type CoinbaseOnrampConfig = z.output<typeof coinbaseOnrampConfigSchema>;

export const coinbaseOnrampVendor = defineVendor({
  id: 'coinbaseOnramp',
  family: 'offers',
  methods: Object.keys(PAYMENT_METHODS),
  label: 'Coinbase',
  hosts: ['https://api.developer.coinbase.com', 'https://api.cdp.coinbase.com'],
  // An order is a purchase of ten minutes at the provider, which is queried every five seconds.
  limits: [
    {
      what: 'calls of one endpoint',
      calls: 100,
      perSeconds: 1,
      callsPerOrder: 120,
      callsPerMinute: 0,
      source: 'https://docs.cdp.coinbase.com/pay-sdk/docs/api-overview',
    },
  ],
  config: coinbaseOnrampConfigSchema,
  variables: {
    COINBASE_ONRAMP_KEY_ID: { sets: 'keyId' },
    COINBASE_ONRAMP_KEY_SECRET: { sets: 'keySecret', secret: true },
    COINBASE_ONRAMP_WEBHOOK_SECRET: { sets: 'webhookSecret', secret: true },
    COINBASE_ONRAMP_ENVIRONMENT: { sets: 'environment' },
    COINBASE_ONRAMP_API_URL: { sets: 'apiUrl', address: true },
    COINBASE_ONRAMP_PLATFORM_URL: { sets: 'platformUrl', address: true },
  },
  getEnvironment: ({ environment }) => environment,
  async create(config, { now }) {
    return (await import('./coinbaseOnramp.ts')).createCoinbaseOnramp(config, now);
  },
  /** The list of countries needs only the key's signature. */
  async checkCredentials(config, { now }) {
    const { fetchBuyConfig } = await import('./client.ts');
    const answer = await fetchBuyConfig(config, now);
    if (answer.kind === 'answered') return ok(config.environment);
    if (answer.kind === 'refused')
      return refused('Coinbase rejects COINBASE_ONRAMP_KEY_ID with COINBASE_ONRAMP_KEY_SECRET', answer.message);
    return { kind: 'unavailable', retryAfterMs: answer.retryAfterMs, detail: answer.detail };
  },
});
