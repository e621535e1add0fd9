import { z } from 'zod';
import { extractSelection } from '../addressExtract.ts';

/** For a machine without the internet: somebody brings the list to it. */
export const fileManifest = {
  id: 'file',
  label: 'Sanctioned addresses from this machine',
  config: z.strictObject({
    /**
     * A folder with one file per asset, as the public extract has them, or one file with all addresses. Renew it by
     * moving a finished file into place: one that is still being written may be read short.
     */
    path: z.string().min(1),
    ...extractSelection,
  }),
} as const;

export type FileConfig = z.infer<typeof fileManifest.config>;
