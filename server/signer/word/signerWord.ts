import { z } from 'zod';

/** Minor units or cents, in decimal digits. */
const units = z.string().regex(/^\d{1,78}$/);
const capped = z.object({ cap: units, used: units });

/**
 * What the signer says of itself, for persons to look at: nothing that it says is read by it again. Its caps are those of its
 * environment, in cents of a euro, fees included; `used`: by all that it has signed.
 */
export const signerWord = z.object({
  version: z.string(),
  startedAt: z.iso.datetime(),
  /**
   * By the database's own clock: nothing is signed before every place was compared with the ledger after this moment. It is
   * that of the start, or of the newest return of the database, which may have been restored meanwhile.
   */
  comparedAfter: z.iso.datetime(),
  /** All that nothing is signed for; none: it signs. */
  stops: z.array(
    z.object({
      /** Null: the file on its machine. */
      who: z.string().nullable(),
      /** Of the statement; what ends it names it. */
      statement: z.string().nullable(),
      since: z.iso.datetime(),
      why: z.string(),
    }),
  ),
  caps: z.object({
    transaction: units,
    fee: units,
    hour: capped,
    day: capped,
    /** Of single assets within a day, by their CAIP-19 id. */
    coins: z.array(capped.extend({ asset: z.string() })),
    /** Above it the word of one person is none. */
    twoAbove: units,
  }),
  /** When it last asked for prices of its own; null: not since its start. It asks when it is asked. */
  pricesAt: z.iso.datetime().nullable(),
  /** Rows of the configuration that differ from the accepted ones, which stay in force. The first of them. */
  contradictions: z.array(z.object({ row: z.string(), change: z.enum(['changed', 'added', 'removed']) })),
});

export type SignerWord = z.output<typeof signerWord>;
