import { z } from 'zod';

const address = z.url({ protocol: /^https?$/ });

/** Configuration by the operator for selling Ramp Network's offers. The key is not secret, and there is no other. */
export const rampConfigSchema = z.strictObject({
  hostApiKey: z.string().min(1),
  /** Keys of both environments look alike. */
  environment: z.enum(['test', 'live']),
  /**
   * Base64 of the SubjectPublicKeyInfo that verifies webhooks; undefined: the one that Ramp publishes for the
   * environment.
   */
  webhookKey: z.base64().optional(),
  apiUrl: address.optional(),
  checkoutUrl: address.optional(),
});

export type RampConfig = z.output<typeof rampConfigSchema>;

/** Limit on all calls of an IP address: https://docs.rampnetwork.com/rate-limiting. */
export const RAMP_LIMIT = { calls: 1_000, perSeconds: 900 } as const;

type RampHosts = { readonly apiUrl: string; readonly checkoutUrl: string; readonly webhookKey: string };

/**
 * Hosts: https://docs.rampnetwork.com/rest-api-v3-reference and testing-environment; keys, over secp256k1:
 * https://docs.ramp.network/webhooks/ (read 2026-11-22).
 */
const PUBLISHED_HOSTS: Readonly<Record<RampConfig['environment'], RampHosts>> = {
  live: {
    apiUrl: 'https://api.rampnetwork.com',
    checkoutUrl: 'https://app.rampnetwork.com',
    webhookKey:
      'MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAElvxpYOhgdAmI+7oL4mABRAfM5CwLkCbZm64ERVKAisSulWFC3oRZom/PeyE2iXPX1ekp9UD1r+51c9TiuIHU4w==',
  },
  test: {
    apiUrl: 'https://api.demo.rampnetwork.com',
    checkoutUrl: 'https://app.demo.rampnetwork.com',
    webhookKey:
      'MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAEevN2PMEeIaaMkS4VIfXOqsLebj19kVeuwWl0AnkIA6DJU0r3ixkXVhJTltycJtkDoEAYtPHfARyTofB5ZNw9xA==',
  },
};

/** Returns Ramp's hosts and webhook key: as configured, else as published. */
export function getRampHosts({ environment, apiUrl, checkoutUrl, webhookKey }: RampConfig): RampHosts {
  const published = PUBLISHED_HOSTS[environment];
  return {
    apiUrl: apiUrl ?? published.apiUrl,
    checkoutUrl: checkoutUrl ?? published.checkoutUrl,
    webhookKey: webhookKey ?? published.webhookKey,
  };
}
