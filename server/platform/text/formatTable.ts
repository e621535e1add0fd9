import { escapeLine, escapeLines } from './escapeText.ts';

export type TableRow = Readonly<Record<string, unknown>>;

/**
 * Formats rows as aligned columns, each as wide as its widest cell: times in ISO 8601, objects as JSON, control characters
 * escaped. Returns `(none)` without rows.
 */
export function formatTable(rows: readonly TableRow[]): string {
  const [first] = rows;
  if (!first) return '(none)';
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => columns.map((column) => escapeLine(formatCell(row[column]))));
  return alignColumns(columns, cells).join('\n');
}

/** Returns the lines of a table: the heads, dashes as wide as each column, and the rows. */
export function alignColumns(headers: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const widths = headers.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  return [headers, widths.map((width) => '-'.repeat(width)), ...rows].map((texts) =>
    texts
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Characters that begin a formula, including the full-width forms of East Asian keyboards (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const AMOUNT = /^-?\d+(?:\.\d+)?$/;

/**
 * Formats CSV (RFC 4180) with the columns of the first row, and with a single quote before cells that a spreadsheet would
 * execute as a formula. Returns an empty text without rows.
 */
export function formatCsv(rows: readonly TableRow[]): string {
  const [first] = rows;
  if (!first) return '';
  const columns = Object.keys(first);
  const lines = [columns, ...rows.map((row) => columns.map((column) => formatCell(row[column])))];
  return `${lines.map((line) => line.map(formatCsvCell).join(',')).join('\r\n')}\r\n`;
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'string' ? value : `${value as number | bigint | boolean}`;
}

function formatCsvCell(text: string): string {
  const isFormula = FORMULA.test(text) && !AMOUNT.test(text);
  const safe = escapeLines(isFormula ? `'${text}` : text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
