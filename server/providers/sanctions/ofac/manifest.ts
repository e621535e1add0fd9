import { z } from 'zod';
import { extractSelection } from '../addressExtract.ts';

/** The addresses on OFAC's list of Specially Designated Nationals, extracted each night; they need no account. */
export const ofacManifest = {
  id: 'ofac',
  label: 'OFAC sanctioned digital currency addresses',
  config: z.strictObject({
    /** The folder in which the files lie: the extract's own, or an operator's mirror of it. */
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .default('https://raw.githubusercontent.com/0xB10C/ofac-sanctioned-digital-currency-addresses/lists'),
    ...extractSelection,
  }),
} as const;

export type OfacConfig = z.infer<typeof ofacManifest.config>;
