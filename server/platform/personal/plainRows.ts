import type { Database, Transaction } from '../database/database.ts';

/** Rows of a table that were written before there was a seal. */
export type PlainRows = {
  readonly table: string;
  /** Seals some and empties their plain columns; answers how many. Others may do the same at once. */
  sealSome(transaction: Transaction, limit: number): Promise<number>;
};

const BATCH = 200;

/** Seals whatever is plain, in turns that each commit: one that is broken off goes on where it was. Answers how many. */
export async function sealPlainRows(database: Database, { sealSome }: PlainRows, batch = BATCH): Promise<number> {
  let sealed = 0;
  for (;;) {
    const some = await database.transaction((transaction) => sealSome(transaction, batch));
    sealed += some;
    if (some < batch) return sealed;
  }
}
