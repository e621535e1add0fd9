import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { fractionOfPercent } from '@slipway/money/percent.ts';
import { fieldText } from '../../person/fieldWords.ts';

type Row = ConsoleCallData<'catalogRow'>;
export type FieldSchema = Row['schema'][number];
export type FieldValue = FieldSchema['standard'];
export type FieldTexts = Readonly<Record<string, string>>;
export type Fields = Readonly<Record<string, FieldValue>>;

/** All fields of a row as texts; of one that is not there yet, what counts where nothing is said. */
export function textsOf({ schema, fields }: Pick<Row, 'schema' | 'fields'>): FieldTexts {
  return Object.fromEntries(
    schema.map(({ name, type, standard }) => [name, fieldText(type === 'percent', fields?.[name] ?? standard)]),
  );
}

/** What was written, in the type of its field; an optional field that is empty is taken out. */
export function valueOf({ type, optional }: Pick<FieldSchema, 'type' | 'optional'>, text: string): FieldValue {
  const written = text.trim();
  if (type === 'list') {
    const parts = written.split('\n').map((part) => part.trim());
    return written === '' ? (optional ? null : []) : parts.filter((part) => part !== '');
  }
  if (written === '' && optional) return null;
  // Never a text that the server would take for a fraction: 0.5 is half a percent.
  if (type === 'percent') return fractionOfPercent(written) ?? `${written} %`;
  if (type === 'yes_or_no') return written === 'yes';
  if (type === 'number' && /^-?\d+(?:\.\d+)?$/.test(written)) return Number(written);
  return written;
}

/** What is wrong with a percentage as it was written. The server checks all other fields. */
export function faultOf({ type, optional }: Pick<FieldSchema, 'type' | 'optional'>, text: string): string | undefined {
  const written = text.trim();
  if (type !== 'percent' || (optional && written === '')) return undefined;
  return fractionOfPercent(written) === undefined
    ? 'Enter a percentage from 0 to less than 100, such as 3.9.'
    : undefined;
}

/** The fields whose text is another one than the row's. */
export function changedFields(schema: readonly FieldSchema[], row: FieldTexts, written: FieldTexts): Fields {
  return Object.fromEntries(
    schema
      .filter(({ name }) => (written[name] ?? '') !== (row[name] ?? ''))
      .map((field) => [field.name, valueOf(field, written[field.name] ?? '')]),
  );
}
