import type { ChainLink, RecordParts } from './rowChain.ts';

/** Returns a journal in memory, for records of tests that are not about a restore. */
export function createMemoryJournal<Row extends ChainLink>(): Pick<RecordParts<Row>, 'journal' | 'onRestored'> {
  const rows: Row[] = [];
  return {
    journal: {
      append: async (row) => void rows.push(row),
      after: async (number) => rows.filter((row) => row.number > number),
    },
    onRestored: () => undefined,
  };
}
