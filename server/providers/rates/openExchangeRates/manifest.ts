import { z } from 'zod';

/** What an operator sets to have live fiat rates. */
export const openExchangeRatesManifest = {
  id: 'openExchangeRates',
  label: 'Open Exchange Rates',
  config: z.strictObject({
    appId: z.string().min(1),
    apiUrl: z.url({ protocol: /^https?$/ }).default('https://openexchangerates.org'),
    /** The free plan knows the dollar alone. */
    base: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .default('USD'),
  }),
} as const;

export type OpenExchangeRatesConfig = z.infer<typeof openExchangeRatesManifest.config>;
