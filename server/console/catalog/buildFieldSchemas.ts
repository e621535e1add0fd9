import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { FRACTION, getFieldUnit } from '@slipway/contract/statements/getFieldUnit.ts';
import { z } from 'zod';
import { type ConfigurationKind, findRowSchema } from '../../configuration/configurationKinds.ts';

export type FieldSchema = ConsoleCallData<'catalogRow'>['schema'][number];

type JsonField = {
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
  readonly items?: JsonField;
  readonly maxItems?: number;
};
type JsonRow = {
  readonly properties?: Readonly<Record<string, JsonField>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonRow[];
};

/** Returns the fields of a row, derived from its validation schema. A field that only some variants have is optional. */
export function buildFieldSchemas(kind: ConfigurationKind, key: string): FieldSchema[] {
  const row = z.toJSONSchema(findRowSchema(kind, key), { io: 'input', unrepresentable: 'any' }) as JsonRow;
  const forms = row.anyOf ?? [row];
  const names = new Set(forms.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].map((name) => {
    const parts = forms.flatMap(({ properties }) => properties?.[name] ?? []);
    const isRequired = forms.every(({ required }) => required?.includes(name));
    return buildFieldSchema(name, mergeParts(parts), !isRequired, getFieldUnit(kind, key, name));
  });
}

/** Merges a field that several variants have: their choices are combined; without choices, the first schema is used. */
function mergeParts(parts: readonly JsonField[]): JsonField {
  const [first = {}] = parts;
  const choices = parts.flatMap(listChoices);
  return choices.length > 0 && parts.length > 1 ? { ...first, type: 'string', enum: [...new Set(choices)] } : first;
}

function listChoices({ enum: several, const: one }: JsonField): string[] {
  return (several ?? (one === undefined ? [] : [one])).map(String);
}

function buildFieldSchema(name: string, part: JsonField, optional: boolean, unit: string | undefined): FieldSchema {
  const choices = listChoices(part.type === 'array' ? (part.items ?? {}) : part);
  const minimum = part.minimum ?? part.exclusiveMinimum ?? null;
  const maximum = part.maximum ?? null;
  const isFraction = unit === FRACTION;
  const type = isFraction ? 'percent' : findType(part, choices);
  const standard = part.default ?? null;
  const description = describeAllowedValues(type, part, choices);
  return {
    name,
    type,
    unit: isFraction ? '%' : (unit ?? null),
    choices,
    minimum,
    maximum,
    optional,
    standard,
    description,
  };
}

function findType(part: JsonField, choices: readonly string[]): FieldSchema['type'] {
  if (part.type === 'array') return 'list';
  if (part.type === 'boolean') return 'yes_or_no';
  if (part.type === 'integer' || part.type === 'number') return 'number';
  if (choices.length > 0) return 'choice';
  // Only decimals have a description in their schema.
  return part.description === undefined ? 'text' : 'decimal';
}

function describeAllowedValues(type: FieldSchema['type'], part: JsonField, choices: readonly string[]): string {
  if (type === 'percent') return 'from 0 to less than 100, such as 3.9';
  if (type === 'yes_or_no') return 'yes or no';
  if (type === 'choice') return `one of ${choices.join(', ')}`;
  if (type === 'list') return choices.length > 0 ? `any of ${choices.join(', ')}` : 'several, one per line';
  if (type === 'number') {
    const above = part.exclusiveMinimum === undefined ? undefined : `above ${part.exclusiveMinimum}`;
    const from = part.minimum === undefined ? above : `from ${part.minimum}`;
    const what = part.type === 'integer' ? 'a whole number' : 'a number';
    return [what, from, part.maximum !== undefined && `to ${part.maximum}`].filter(Boolean).join(' ');
  }
  return part.description ?? (part.maxLength === undefined ? 'text' : `at most ${part.maxLength} characters`);
}
