import { z } from 'zod';
import { defineVendor } from '../../defineVendor.ts';

/** The European Central Bank's daily reference rates need no account. */
export const ecbConfigSchema = z.strictObject({
  fileUrl: z.url({ protocol: /^https?$/ }).default('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'),
});

export type EcbConfig = z.infer<typeof ecbConfigSchema>;

export const ecbVendor = defineVendor({
  id: 'ecb',
  family: 'rates',
  label: 'European Central Bank',
  hosts: ['https://www.ecb.europa.eu'],
  limits: { none: 'one public file a day, which is fetched twelve times an hour' },
  config: ecbConfigSchema,
  variables: { ECB_RATES_URL: { sets: 'fileUrl', address: true } },
  offSwitch: 'ECB_RATES',
  getEnvironment: () => 'unknown',
  create: async (config) => (await import('./ecb.ts')).createEcbRates(config),
});
