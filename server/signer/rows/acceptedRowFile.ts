import { z } from 'zod';
import { readDurableFile, writeDurableFile } from '../record/durableFile.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const acceptedRowSchema = z.strictObject({
  kind: z.string(),
  key: z.string(),
  /** The value when it was accepted; null: its removal was accepted. */
  value: z.unknown(),
  /** When the decision that led to this value took effect. Earlier decisions no longer change the row. */
  decidedAt: z.iso.datetime(),
  /** Hashes of the signed requests that were applied to the row. None is applied again. */
  used: z.array(hash).readonly(),
});
const shape = z.strictObject({ rows: z.array(acceptedRowSchema).min(1) });

/** A row of the configuration as the signer has accepted it. */
export type AcceptedRow = Readonly<z.output<typeof acceptedRowSchema>>;

/** Stores the accepted rows where the database's roles cannot reach them. */
export type AcceptedRowStore = {
  /** Undefined before the first start. Throws if the file is damaged. */
  read(): Promise<readonly AcceptedRow[] | undefined>;
  /** Resolves when the rows are on the disk. */
  save(rows: readonly AcceptedRow[]): Promise<void>;
};

/** Stores the rows in a file of the signer's folder. */
export function createAcceptedRowFile(path: string): AcceptedRowStore {
  return {
    async read() {
      const text = await readDurableFile(path);
      if (text === undefined) return undefined;
      try {
        return shape.parse(JSON.parse(text)).rows;
      } catch {
        throw new Error(
          `${path} does not contain the accepted configuration. Restore it from a backup. If there is none, check the configuration and move the file away: the signer then accepts the configuration as it is at its next start`,
        );
      }
    },
    save: (rows) => writeDurableFile(path, `${JSON.stringify({ rows }, undefined, 1)}\n`),
  };
}
