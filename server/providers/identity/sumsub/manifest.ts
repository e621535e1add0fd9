import { z } from 'zod';

/** What an operator sets to have Sumsub check identities. */
export const sumsubManifest = {
  id: 'sumsub',
  label: 'Sumsub',
  config: z.strictObject({
    appToken: z.string().min(1),
    secretKey: z.string().min(1),
    /** Of the webhook that points to us; not the API's secret key. */
    webhookSecret: z.string().min(1),
    /** The verification level that a buyer goes through. A check on any other level does not count as accepted. */
    levelName: z.string().min(1),
    apiUrl: z.url({ protocol: /^https?$/ }).default('https://api.sumsub.com'),
  }),
} as const;

export type SumsubConfig = z.infer<typeof sumsubManifest.config>;
