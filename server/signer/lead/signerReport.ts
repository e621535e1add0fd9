import { z } from 'zod';

/** The report of a signer about itself, for people and for the signer that takes over from it. */
export const signerReport = z.object({
  state: z.enum(['active', 'passive']),
  version: z.string(),
  startedAt: z.iso.datetime(),
  /** The number of the newest entry that it has verified in the record of signed forms. */
  forms: z.int(),
  /** The same in the record of releases. */
  releases: z.int(),
  /** The reason in its machine's stop file; null without a stop file. */
  stopFile: z.string().nullable(),
  /** Faults of its machine. */
  faults: z.array(z.string()),
});

export type SignerReport = z.output<typeof signerReport>;
