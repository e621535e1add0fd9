import { readFileSync } from 'node:fs';

export type Requirement = {
  readonly id: string;
  readonly level: 1 | 2;
  readonly chapter: string;
  readonly section: string;
  /** True if the requirement is about documentation, according to its section's name. */
  readonly isDocumentation: boolean;
  readonly text: string;
};

const CSV = new URL('../../docs/asvs/asvs-5.0.0.csv', import.meta.url);
/** A CSV cell, either quoted, with quotes doubled, or unquoted. */
const CELL = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/g;

/** Returns the requirements of levels 1 and 2 in the standard's order. */
export function readRequirements(): readonly Requirement[] {
  const [names = [], ...rows] = readCells(readFileSync(CSV, 'utf8'));
  const at = (row: readonly string[], name: string) => row[names.indexOf(name)] ?? '';
  return rows
    .filter((row) => at(row, 'L') === '1' || at(row, 'L') === '2')
    .map((row) => ({
      id: at(row, 'req_id'),
      level: at(row, 'L') === '1' ? 1 : 2,
      chapter: `${at(row, 'chapter_id')} ${at(row, 'chapter_name')}`,
      section: `${at(row, 'section_id')} ${at(row, 'section_name')}`,
      isDocumentation: at(row, 'section_name').endsWith('Documentation'),
      text: at(row, 'req_description'),
    }));
}

function readCells(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, cell = '', end] of text.replace(/^\uFEFF/, '').matchAll(CELL)) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end !== ',') rows.push([]);
  }
  return rows.filter((row) => row.length > 1);
}
