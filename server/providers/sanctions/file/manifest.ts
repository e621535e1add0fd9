import { z } from 'zod';
import { vendorOf } from '../../defineVendor.ts';
import { extractSelection } from '../addressExtract.ts';

/** For a machine without the internet, to which the list is brought as a file. */
export const fileConfigSchema = z.strictObject({
  /**
   * A folder with one file per asset, as the public extract has them, one file with all addresses, or OFAC's own
   * `SDN.XML`. Renew it by moving a finished file into place: one that is still being written may be read short.
   */
  path: z.string().min(1),
  ...extractSelection,
});

export type FileConfig = z.infer<typeof fileConfigSchema>;

export const sanctionsFileVendor = vendorOf({
  id: 'file',
  family: 'sanctions',
  label: 'Sanctioned addresses from this machine',
  hosts: [],
  limits: { none: 'a file of this machine' },
  config: fileConfigSchema,
  variables: { SANCTIONS_LIST_PATH: { sets: 'path' } },
  insteadOf: ['ofac'],
  environmentOf: () => 'unknown',
  create: async (config) => (await import('./file.ts')).createFileSanctions(config),
});
