import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';

type Row = ConsoleCallData<'catalogRow'>;
export type FieldSchema = Row['schema'][number];
export type FieldValue = FieldSchema['standard'];
export type FieldTexts = Readonly<Record<string, string>>;
export type Fields = Readonly<Record<string, FieldValue>>;

/** A field as it is written into its box; empty where it is not there. */
export function textOf(value: FieldValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join('\n') : String(value);
}

/** All fields of a row as texts; of one that is not there yet, what counts where nothing is said. */
export function textsOf({ schema, fields }: Pick<Row, 'schema' | 'fields'>): FieldTexts {
  return Object.fromEntries(schema.map(({ name, standard }) => [name, textOf(fields?.[name] ?? standard)]));
}

/** What was written, in the type of its field; an optional field that is empty is taken out. */
export function valueOf({ type, optional }: Pick<FieldSchema, 'type' | 'optional'>, text: string): FieldValue {
  const written = text.trim();
  if (type === 'list') {
    const parts = written.split('\n').map((part) => part.trim());
    return written === '' ? (optional ? null : []) : parts.filter((part) => part !== '');
  }
  if (written === '' && optional) return null;
  if (type === 'yes_or_no') return written === 'yes';
  if (type === 'number' && /^-?\d+(?:\.\d+)?$/.test(written)) return Number(written);
  return written;
}

/** The fields whose text is another one than the row's. */
export function changedFields(schema: readonly FieldSchema[], row: FieldTexts, written: FieldTexts): Fields {
  return Object.fromEntries(
    schema
      .filter(({ name }) => (written[name] ?? '') !== (row[name] ?? ''))
      .map((field) => [field.name, valueOf(field, written[field.name] ?? '')]),
  );
}
