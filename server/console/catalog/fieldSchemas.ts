import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { FRACTION, fieldUnit } from '@slipway/contract/statements/fieldUnit.ts';
import { z } from 'zod';
import { type Kind, schemaOf } from '../../configuration/kinds.ts';

export type FieldSchema = ConsoleCallData<'catalogRow'>['schema'][number];

type Part = {
  readonly type?: string;
  readonly enum?: readonly (string | number)[];
  readonly const?: string | number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly description?: string;
  readonly default?: FieldSchema['standard'];
  readonly items?: Part;
  readonly maxItems?: number;
};
type Row = {
  readonly properties?: Readonly<Record<string, Part>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Row[];
};

/** What each field of a row takes, read out of the schema that the row is checked by. A field of one form alone is optional. */
export function fieldSchemas(kind: Kind, key: string): FieldSchema[] {
  const row = z.toJSONSchema(schemaOf(kind, key), { io: 'input', unrepresentable: 'any' }) as Row;
  const forms = row.anyOf ?? [row];
  const names = new Set(forms.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].map((name) => {
    const parts = forms.flatMap(({ properties }) => properties?.[name] ?? []);
    const isRequired = forms.every(({ required }) => required?.includes(name));
    return fieldSchema(name, merged(parts), !isRequired, fieldUnit(kind, key, name));
  });
}

/** Of a field that several forms have: all that any of them takes. */
function merged(parts: readonly Part[]): Part {
  const [first = {}] = parts;
  const choices = parts.flatMap(choicesOf);
  return choices.length > 0 && parts.length > 1 ? { ...first, type: 'string', enum: [...new Set(choices)] } : first;
}

function choicesOf({ enum: several, const: one }: Part): string[] {
  return (several ?? (one === undefined ? [] : [one])).map(String);
}

function fieldSchema(name: string, part: Part, optional: boolean, unit: string | undefined): FieldSchema {
  const choices = choicesOf(part.type === 'array' ? (part.items ?? {}) : part);
  const minimum = part.minimum ?? part.exclusiveMinimum ?? null;
  const maximum = part.maximum ?? null;
  const isFraction = unit === FRACTION;
  const type = isFraction ? 'percent' : typeOf(part, choices);
  const standard = part.default ?? null;
  const words = wordsOf(type, part, choices);
  return { name, type, unit: isFraction ? '%' : (unit ?? null), choices, minimum, maximum, optional, standard, words };
}

function typeOf(part: Part, choices: readonly string[]): FieldSchema['type'] {
  if (part.type === 'array') return 'list';
  if (part.type === 'boolean') return 'yes_or_no';
  if (part.type === 'integer' || part.type === 'number') return 'number';
  if (choices.length > 0) return 'choice';
  return part.description === undefined ? 'text' : 'decimal';
}

function wordsOf(type: FieldSchema['type'], part: Part, choices: readonly string[]): string {
  if (type === 'percent') return 'from 0 to less than 100, such as 3.9';
  if (type === 'yes_or_no') return 'yes or no';
  if (type === 'choice') return `one of ${choices.join(', ')}`;
  if (type === 'list') return choices.length > 0 ? `any of ${choices.join(', ')}` : 'several, one a line';
  if (type === 'number') {
    const from = part.minimum ?? (part.exclusiveMinimum === undefined ? undefined : `above ${part.exclusiveMinimum}`);
    const what = part.type === 'integer' ? 'a whole number' : 'a number';
    return [what, from !== undefined && `from ${from}`, part.maximum !== undefined && `to ${part.maximum}`]
      .filter(Boolean)
      .join(' ');
  }
  return part.description ?? (part.maxLength === undefined ? 'text' : `at most ${part.maxLength} characters`);
}
