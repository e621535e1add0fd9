import { isAbsolute } from 'node:path';
import { z } from 'zod';

/** A folder that the bank's client (EBICS, SFTP) fills and empties. */
export const folderManifest = {
  id: 'folder',
  label: 'Folder of bank files',
  config: z.strictObject({
    folder: z.string().refine(isAbsolute, 'must be an absolute path'),
  }),
} as const;

export type FolderConfig = z.infer<typeof folderManifest.config>;
