import { z } from 'zod';

/** The report of a signer about itself, for people and for the signer that takes over from it. */
export const signerReport = z.object({
  state: z.enum(['active', 'passive']),
  version: z.string(),
  startedAt: z.iso.datetime(),
  /** The newest entries of both records that it has verified. */
  forms: z.int(),
  releases: z.int(),
  /** The reason in the stop file of its machine; null without one. */
  stopFile: z.string().nullable(),
  /** Faults of its machine. */
  faults: z.array(z.string()),
});

export type SignerReport = z.output<typeof signerReport>;
