import { z } from 'zod';

/** The European Central Bank's daily reference rates need no account. */
export const ecbManifest = {
  id: 'ecb',
  label: 'European Central Bank',
  config: z.strictObject({
    fileUrl: z.url({ protocol: /^https?$/ }).default('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'),
  }),
} as const;

export type EcbConfig = z.infer<typeof ecbManifest.config>;
