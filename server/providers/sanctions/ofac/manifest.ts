import { z } from 'zod';
import { defineVendor } from '../../defineVendor.ts';
import { extractSelection } from '../addressExtract.ts';

/** The addresses on OFAC's list of Specially Designated Nationals, extracted each night; needs no account. */
export const ofacConfigSchema = z.strictObject({
  /**
   * URL of the folder with the files: the extract's own, or an operator's mirror of it; or a mirror of OFAC's
   * `SDN.XML`.
   */
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .default('https://raw.githubusercontent.com/0xB10C/ofac-sanctioned-digital-currency-addresses/lists'),
  ...extractSelection,
});

export type OfacConfig = z.infer<typeof ofacConfigSchema>;

export const ofacVendor = defineVendor({
  id: 'ofac',
  family: 'sanctions',
  label: 'OFAC sanctioned digital currency addresses',
  hosts: ['https://raw.githubusercontent.com'],
  limits: { none: 'orders are compared with a copy, which is fetched at a fixed interval' },
  config: ofacConfigSchema,
  variables: { SANCTIONS_LIST_URL: { sets: 'baseUrl', address: true } },
  offSwitch: 'OFAC_LIST',
  getEnvironment: () => 'unknown',
  create: async (config) => (await import('./ofac.ts')).createOfacSanctions(config),
});
