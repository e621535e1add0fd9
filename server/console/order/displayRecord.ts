import { isAmount } from '../../operator/show/formatJsonText.ts';
import { formatPlainValue } from '../../operator/show/layout.ts';
import { presentAmount } from '../presentAmount.ts';

type Plain = string | number | boolean | { amount: string; unit: string };
export type DisplayRecord = Record<string, Plain | Record<string, Plain>[]>;

/**
 * Returns a record's fields for display: absent values are left out, items of lists become flat records, and other
 * nested values are formatted in one line.
 */
export function buildDisplayRecord(fields: object): DisplayRecord {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]: [string, unknown]): [string, DisplayRecord[string]][] => {
      if (Array.isArray(value))
        return value.length === 0 ? [] : [[name, (value as object[]).map((item) => buildPlainRecord(item))]];
      const shown = toPlain(value);
      return shown === undefined ? [] : [[name, shown]];
    }),
  );
}

function buildPlainRecord(fields: object): Record<string, Plain> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]: [string, unknown]): [string, Plain][] => {
      const shown = toPlain(value);
      return shown === undefined ? [] : [[name, shown]];
    }),
  );
}

function toPlain(value: unknown): Plain | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (value instanceof Date) return value.toISOString();
  if (isAmount(value)) return presentAmount(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = formatPlainValue(value);
  return text === '' ? undefined : text;
}
