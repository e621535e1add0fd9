import { z } from 'zod';
import { defineVendor } from '../../defineVendor.ts';
import { extractSelection } from '../addressExtract.ts';

/** For a machine without internet access, to which the list is copied as a file. */
export const fileConfigSchema = z.strictObject({
  /**
   * A folder with one file per asset, as in the public extract, one file with all addresses, or OFAC's own `SDN.XML`.
   * Update it by moving a finished file into place: a file that is still being written may be read incompletely.
   */
  path: z.string().min(1),
  ...extractSelection,
});

export type FileConfig = z.infer<typeof fileConfigSchema>;

export const sanctionsFileVendor = defineVendor({
  id: 'file',
  family: 'sanctions',
  label: 'Sanctioned addresses in a local file',
  hosts: [],
  limits: { none: 'a file of this machine' },
  config: fileConfigSchema,
  variables: { SANCTIONS_LIST_PATH: { sets: 'path' } },
  insteadOf: ['ofac'],
  getEnvironment: () => 'unknown',
  create: async (config) => (await import('./file.ts')).createFileSanctions(config),
});
