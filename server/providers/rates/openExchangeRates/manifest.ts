import { z } from 'zod';
import { defineVendor } from '../../defineVendor.ts';
import { ok } from '../../outcome.ts';

/** Configuration by the operator for live fiat rates. */
export const openExchangeRatesConfigSchema = z.strictObject({
  appId: z.string().min(1),
  apiUrl: z.url({ protocol: /^https?$/ }).default('https://openexchangerates.org'),
  /** The free plan has only the dollar. */
  base: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('USD'),
});

export type OpenExchangeRatesConfig = z.infer<typeof openExchangeRatesConfigSchema>;

export const openExchangeRatesVendor = defineVendor({
  id: 'openExchangeRates',
  family: 'rates',
  label: 'Open Exchange Rates',
  hosts: ['https://openexchangerates.org'],
  // Called every five minutes, for which the free plan's 1,000 calls a month are not enough.
  limits: [
    {
      what: 'all calls of the Developer plan',
      calls: 10_000,
      perSeconds: 2_592_000,
      callsPerOrder: 0,
      callsPerMinute: 0.2,
      source: 'https://openexchangerates.org/signup',
    },
  ],
  config: openExchangeRatesConfigSchema,
  variables: {
    OPEN_EXCHANGE_RATES_APP_ID: { sets: 'appId', secret: true },
    OPEN_EXCHANGE_RATES_URL: { sets: 'apiUrl', address: true },
  },
  getEnvironment: () => 'unknown',
  create: async (config) => (await import('./openExchangeRates.ts')).createOpenExchangeRates(config),
  checkCredentials: async (config) => {
    const { createOpenExchangeRates } = await import('./openExchangeRates.ts');
    const answer = await createOpenExchangeRates(config).getRates();
    return answer.kind === 'ok' ? ok('unknown') : answer;
  },
});
