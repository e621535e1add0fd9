import { z } from 'zod';
import { defineVendor } from '../../defineVendor.ts';
import { ok, refused } from '../../outcome.ts';
import { callVendor } from '../callVendor.ts';
import { getRampHosts, RAMP_LIMIT, rampConfigSchema } from './config.ts';
import { RAMP_METHODS } from './vendorNames.ts';

export const rampVendor = defineVendor({
  id: 'ramp',
  family: 'offers',
  methods: Object.keys(RAMP_METHODS),
  label: 'Ramp Network',
  hosts: ['https://api.rampnetwork.com', 'https://api.demo.rampnetwork.com'],
  // An order is a purchase of ten minutes at the provider, which is queried every five seconds.
  limits: [
    {
      what: 'all calls of an IP address',
      ...RAMP_LIMIT,
      callsPerOrder: 120,
      callsPerMinute: 0,
      source: 'https://docs.rampnetwork.com/rate-limiting',
    },
  ],
  config: rampConfigSchema,
  variables: {
    RAMP_HOST_API_KEY: { sets: 'hostApiKey' },
    RAMP_ENVIRONMENT: { sets: 'environment' },
    RAMP_WEBHOOK_PUBLIC_KEY: { sets: 'webhookKey' },
    RAMP_API_URL: { sets: 'apiUrl', address: true },
    RAMP_CHECKOUT_URL: { sets: 'checkoutUrl', address: true, isBrowserOnly: true },
  },
  getEnvironment: ({ environment }) => environment,
  async create(config, { publicUrl }) {
    return (await import('./ramp.ts')).createRamp(config, publicUrl);
  },
  /**
   * `enabledFeatures` is present only with a valid key (https://docs.ramp.network/rest-api-v3-reference, read
   * 2026-11-22).
   */
  async checkCredentials(config) {
    const url = new URL('/api/host-api/v3/assets', getRampHosts(config).apiUrl);
    url.searchParams.set('hostApiKey', config.hostApiKey);
    const answer = await callVendor(
      { vendor: 'Ramp Network', url },
      z.object({ enabledFeatures: z.array(z.string()).optional() }),
    );
    if (answer.kind === 'failed')
      return { kind: 'unavailable', retryAfterMs: answer.retryAfterMs, detail: answer.detail };
    return answer.kind === 'answered' && answer.body.enabledFeatures
      ? ok(config.environment)
      : refused('Ramp Network rejects RAMP_HOST_API_KEY', answer.kind === 'refused' ? answer.message : undefined);
  },
});
