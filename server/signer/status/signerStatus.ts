import { z } from 'zod';

/** Minor units or cents, in decimal digits. */
const units = z.string().regex(/^\d{1,78}$/);
const capped = z.object({ cap: units, used: units });

/**
 * The signer's report of its state, for people to read; the signer never reads it back. Its caps are those of its environment,
 * in cents of a euro, fees included; `used`: by all that it has signed.
 */
export const signerStatus = z.object({
  version: z.string(),
  startedAt: z.iso.datetime(),
  /**
   * The signer signs nothing before every place was compared with the ledger after this moment: its start, or the newest return
   * of the database, which may have been restored meanwhile. By the database's own clock.
   */
  comparedAfter: z.iso.datetime(),
  /** All reasons for which nothing is signed; none: it signs. */
  stops: z.array(
    z.object({
      /** Null: the file on its machine. */
      who: z.string().nullable(),
      /** The hash of the statement; the statement that ends the stop names it. */
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
    /** Amounts above this need two people. */
    twoAbove: units,
  }),
  /** When it last fetched its own prices; null: not since its start. It fetches them on demand. */
  pricesAt: z.iso.datetime().nullable(),
  /** The first of the configuration rows that differ from the accepted ones, which stay in force. */
  contradictions: z.array(z.object({ row: z.string(), change: z.enum(['changed', 'added', 'removed']) })),
});

export type SignerStatus = z.output<typeof signerStatus>;
