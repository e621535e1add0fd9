import { z } from 'zod';
import { readKept, writeKept } from '../keptFile.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const pinnedRow = z.strictObject({
  kind: z.string(),
  key: z.string(),
  /** As the database had it when it was accepted; null: its removal was accepted. */
  value: z.unknown(),
  /** When the decision that it follows took effect. An earlier decision changes it no more. */
  decidedAt: z.iso.datetime(),
  /** Hashes of the signed requests about it that were counted then. None is counted again. */
  used: z.array(hash).readonly(),
});
const shape = z.strictObject({ rows: z.array(pinnedRow).min(1) });

/** A row of the configuration as the signer has accepted it. */
export type PinnedRow = Readonly<z.output<typeof pinnedRow>>;

/** Where the accepted rows are kept, out of reach of the database's roles. */
export type PinnedRowKeeper = {
  /** Undefined before the first start. Throws if the file is damaged. */
  read(): Promise<readonly PinnedRow[] | undefined>;
  /** On the disk when it resolves. */
  keep(rows: readonly PinnedRow[]): Promise<void>;
};

/** The rows in a file of the signer's folder. */
export function createPinnedRowFile(path: string): PinnedRowKeeper {
  return {
    async read() {
      const text = await readKept(path);
      if (text === undefined) return undefined;
      try {
        return shape.parse(JSON.parse(text)).rows;
      } catch {
        throw new Error(
          `${path} does not contain the accepted configuration. Restore it from a backup. If there is none, check the configuration and move the file away: the signer then accepts the configuration as it is at its next start`,
        );
      }
    },
    keep: (rows) => writeKept(path, `${JSON.stringify({ rows }, undefined, 1)}\n`),
  };
}
