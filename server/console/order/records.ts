import { plainText } from '../../operator/show/layout.ts';
import { isAmount } from '../../operator/show/printJson.ts';
import { shownSum } from '../shownSum.ts';

type Plain = string | number | boolean | { amount: string; unit: string };
export type ShownRecord = Record<string, Plain | Record<string, Plain>[]>;

/** A thing with its fields as the console shows them: what is not there is left out, and what is nested is told in a line. */
export function recordOf(fields: object): ShownRecord {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]: [string, unknown]): [string, ShownRecord[string]][] => {
      if (Array.isArray(value))
        return value.length === 0 ? [] : [[name, (value as object[]).map((item) => plainRecord(item))]];
      const shown = plainOf(value);
      return shown === undefined ? [] : [[name, shown]];
    }),
  );
}

function plainRecord(fields: object): Record<string, Plain> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]: [string, unknown]): [string, Plain][] => {
      const shown = plainOf(value);
      return shown === undefined ? [] : [[name, shown]];
    }),
  );
}

function plainOf(value: unknown): Plain | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (value instanceof Date) return value.toISOString();
  if (isAmount(value)) return shownSum(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = plainText(value);
  return text === '' ? undefined : text;
}
