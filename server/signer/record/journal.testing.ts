import { type ChainedTable, type ChainLink, EMPTY_CHAIN_HEAD, type RecordParts } from './rowChain.ts';

/** Returns a table in memory over rows that a test may change. */
export function createMemoryTable<Row extends ChainLink>(rows: Row[]): ChainedTable<Row> {
  return {
    async *after(number) {
      const more = rows.slice(number);
      if (more.length > 0) yield more;
    },
    insert: async (row) => row.number === rows.length + 1 && rows.push(row) > 0,
    newest: async () => rows.at(-1) ?? EMPTY_CHAIN_HEAD,
  };
}

/** Returns a journal in memory, for records of tests that are not about a restore. */
export function createMemoryJournal<Row extends ChainLink>(): Pick<RecordParts<Row>, 'journal' | 'onRestored'> {
  const rows: Row[] = [];
  return {
    journal: {
      append: async (more) => void rows.push(...more),
      after: async (number) => rows.filter((row) => row.number > number),
    },
    onRestored: () => undefined,
  };
}
