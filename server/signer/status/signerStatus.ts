import { z } from 'zod';

/** Minor units or cents, in decimal digits. */
const units = z.string().regex(/^\d{1,78}$/);
const capped = z.object({ cap: units, used: units });

/**
 * The signer's report of its state, for people to read; the signer never reads it back. Its caps are the limits of its
 * environment, in cents of a euro, fees included. `used` counts everything that it has signed in the last hour or day.
 */
export const signerStatus = z.object({
  version: z.string(),
  startedAt: z.iso.datetime(),
  /**
   * The signer signs nothing until every external account was compared with the ledger after this moment, by the database's
   * clock. The moment is its start, or when the database was last reachable again, since it may have been restored meanwhile.
   */
  comparedAfter: z.iso.datetime(),
  /** All reasons for which nothing is signed; empty if it signs. */
  stops: z.array(
    z.object({
      /** Null for the file on its machine. */
      who: z.string().nullable(),
      /** The hash of the statement that made the stop; null for the file. The statement that ends the stop contains it. */
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
    /** The caps of single assets within a day, by their CAIP-19 id. */
    coins: z.array(capped.extend({ asset: z.string() })),
    /** Amounts above this need two people. */
    secondApprovalAbove: units,
  }),
  /** When it last fetched its own prices, which it does on demand; null if not since its start. */
  pricesAt: z.iso.datetime().nullable(),
  /** The first of the configuration rows that differ from the accepted ones, which stay in force. */
  contradictions: z.array(z.object({ row: z.string(), change: z.enum(['changed', 'added', 'removed']) })),
});

export type SignerStatus = z.output<typeof signerStatus>;
