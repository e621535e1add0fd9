import { z } from 'zod';

const address = z.url({ protocol: /^https?$/ });

/** What an operator sets to sell Ramp Network's offers. The key tells nobody anything: there is no secret. */
export const rampConfigSchema = z.strictObject({
  hostApiKey: z.string().min(1),
  /** Keys of both worlds look alike. */
  environment: z.enum(['test', 'live']),
  /** Base64 of the SubjectPublicKeyInfo that signs webhooks; undefined: the one that Ramp publishes for the environment. */
  webhookKey: z.base64().optional(),
  apiUrl: address.optional(),
  checkoutUrl: address.optional(),
});

export type RampConfig = z.output<typeof rampConfigSchema>;

type World = { readonly apiUrl: string; readonly checkoutUrl: string; readonly webhookKey: string };

/**
 * Hosts: https://docs.rampnetwork.com/rest-api-v3-reference and testing-environment; keys, over secp256k1:
 * https://docs.ramp.network/webhooks/ (read 2026-11-22).
 */
const WORLDS: Readonly<Record<RampConfig['environment'], World>> = {
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

/** Where Ramp is reached and what it signs with: as set, else as published. */
export function worldOf({ environment, apiUrl, checkoutUrl, webhookKey }: RampConfig): World {
  const published = WORLDS[environment];
  return {
    apiUrl: apiUrl ?? published.apiUrl,
    checkoutUrl: checkoutUrl ?? published.checkoutUrl,
    webhookKey: webhookKey ?? published.webhookKey,
  };
}
