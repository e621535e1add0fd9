import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { percentToFraction } from '@slipway/money/percent.ts';
import { formatFieldInput } from '../../person/formatFieldValue.ts';

type Row = ConsoleCallData<'catalogRow'>;
export type FieldSchema = Row['schema'][number];
export type FieldValue = FieldSchema['standard'];
export type FieldTexts = Readonly<Record<string, string>>;
export type Fields = Readonly<Record<string, FieldValue>>;

/** Returns all fields of a row as text; for a new row, the defaults. */
export function formatFieldTexts({ schema, fields }: Pick<Row, 'schema' | 'fields'>): FieldTexts {
  return Object.fromEntries(
    schema.map(({ name, type, standard }) => [name, formatFieldInput(type === 'percent', fields?.[name] ?? standard)]),
  );
}

/**
 * Parses the text to the field's type. Returns null for an empty optional field, which removes it from the row. A text that
 * cannot be parsed stays a text, which the server refuses.
 */
export function parseFieldValue({ type, optional }: Pick<FieldSchema, 'type' | 'optional'>, text: string): FieldValue {
  const written = text.trim();
  if (type === 'list') {
    const parts = written.split('\n').map((part) => part.trim());
    return written === '' ? (optional ? null : []) : parts.filter((part) => part !== '');
  }
  if (written === '' && optional) return null;
  // The server reads a bare `0.5` as a fraction, so an invalid percentage is sent with its percent sign and refused.
  if (type === 'percent') return percentToFraction(written) ?? `${written} %`;
  if (type === 'yes_or_no') return written === 'yes';
  if (type === 'number' && /^-?\d+(?:\.\d+)?$/.test(written)) return Number(written);
  return written;
}

/** Returns what is wrong with a percentage, or undefined. The server checks all other fields. */
export function findFieldError(
  { type, optional }: Pick<FieldSchema, 'type' | 'optional'>,
  text: string,
): string | undefined {
  const written = text.trim();
  if (type !== 'percent' || (optional && written === '')) return undefined;
  return percentToFraction(written) === undefined
    ? 'Enter a percentage from 0 to less than 100, such as 3.9.'
    : undefined;
}

/** Returns the parsed values of the fields whose text differs from the row's. */
export function findChangedFields(schema: readonly FieldSchema[], row: FieldTexts, written: FieldTexts): Fields {
  return Object.fromEntries(
    schema
      .filter(({ name }) => (written[name] ?? '') !== (row[name] ?? ''))
      .map((field) => [field.name, parseFieldValue(field, written[field.name] ?? '')]),
  );
}
