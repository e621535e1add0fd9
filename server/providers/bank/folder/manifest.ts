import { access } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { defineVendor } from '../../defineVendor.ts';
import { ok } from '../../outcome.ts';

/** Configuration of a folder that the bank's client (EBICS, SFTP) fills and empties. */
export const folderConfigSchema = z.strictObject({
  folder: z.string().refine(isAbsolute, 'must be an absolute path'),
  /** `yes`: the group of the product's user may read the files that it writes. */
  group: z.enum(['yes', 'no']).default('no'),
});

export type FolderConfig = z.infer<typeof folderConfigSchema>;

export const folderVendor = defineVendor({
  id: 'folder',
  family: 'bank',
  label: 'Folder of bank files',
  hosts: [],
  limits: { none: 'files of this machine' },
  config: folderConfigSchema,
  variables: { BANK_FILES_FOLDER: { sets: 'folder' }, BANK_FILES_GROUP: { sets: 'group' } },
  getEnvironment: () => 'unknown',
  create: async (config) => (await import('./folder.ts')).createFolderExchange(config),
  checkCredentials: async ({ folder }) => {
    try {
      await access(folder);
      return ok('unknown');
    } catch {
      return { kind: 'unavailable', retryAfterMs: 0, detail: 'the folder of BANK_FILES_FOLDER cannot be accessed' };
    }
  },
});
