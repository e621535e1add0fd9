import type { Link, RecordParts } from './chainedRows.ts';

/** A journal in memory, for records of tests that are not about a restore. */
export function memoryJournal<Row extends Link>(): Pick<RecordParts<Row>, 'journal' | 'onRestored'> {
  const rows: Row[] = [];
  return {
    journal: {
      append: async (row) => void rows.push(row),
      after: async (number) => rows.filter((row) => row.number > number),
    },
    onRestored: () => undefined,
  };
}
