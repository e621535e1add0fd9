import type { JsonSchema } from '../openapiShape.ts';

/** What a value is, in words: each with the name of the shared schema that says more. */
export type TypeWord = { readonly text: string; readonly shared?: string };

const SCHEMAS = '#/components/schemas/';

export type SharedSchemas = Readonly<Record<string, JsonSchema>>;

export function sharedName(schema: JsonSchema): string | undefined {
  return schema.$ref?.startsWith(SCHEMAS) ? schema.$ref.slice(SCHEMAS.length) : undefined;
}

/** The schema itself, where it was a reference; what stands beside the reference wins. */
export function resolved(schema: JsonSchema, shared: SharedSchemas): JsonSchema {
  const name = sharedName(schema);
  if (name === undefined) return schema;
  const { $ref: _, ...beside } = schema;
  return { ...resolved(shared[name] ?? {}, shared), ...beside };
}

/** Each kind of value that it may be, without repetitions. */
export function typeWords(schema: JsonSchema, shared: SharedSchemas): TypeWord[] {
  const name = sharedName(schema);
  const plain = resolved(schema, shared);
  if (name !== undefined && !isObject(plain)) return [{ text: name, shared: name }];
  const words = alternatives(plain)?.flatMap((part) => typeWords(part, shared)) ?? [ownType(plain, shared)].flat();
  return words.filter((word, index) => words.findIndex(({ text }) => text === word.text) === index);
}

function ownType(schema: JsonSchema, shared: SharedSchemas): TypeWord | TypeWord[] {
  if (schema.type === 'array') {
    const items = typeWords(schema.items ?? {}, shared);
    return items.map(({ text, ...rest }) => ({ text: `list of ${text}`, ...rest }));
  }
  if (typeof schema.type === 'object') return schema.type.map((text) => ({ text }));
  return { text: schema.type ?? 'any value' };
}

export function alternatives({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] | undefined {
  return anyOf ?? oneOf;
}

export function isObject(schema: JsonSchema): boolean {
  return schema.properties !== undefined;
}

/** What a value must keep to, each in a few words; code stands in backquotes. */
export function constraintWords(schema: JsonSchema, shared: SharedSchemas): string[] {
  const variants = (alternatives(schema) ?? []).filter((part) => sharedName(part) === undefined);
  const own = [
    ...lengthWords(schema),
    ...rangeWords(schema),
    ...countWords(schema),
    schema.enum && `one of ${schema.enum.map(asCode).join(', ')}`,
    schema.const !== undefined && (schema.const === '' ? 'or empty' : `always ${asCode(schema.const)}`),
    schema.format && formatWords(schema.format),
    schema.pattern !== undefined && `matches \`${schema.pattern}\``,
    ...variants.flatMap((part) => constraintWords(part, shared)),
    schema.type === 'array' && itemWords(schema.items, shared),
    schema.default !== undefined && `default ${schema.default === '' ? 'empty' : asCode(schema.default)}`,
  ];
  return [...new Set(own.filter((word) => typeof word === 'string' && word !== ''))] as string[];
}

function itemWords(items: JsonSchema | undefined, shared: SharedSchemas): string | undefined {
  if (!items || sharedName(items) !== undefined || isObject(items)) return undefined;
  const words = constraintWords(items, shared);
  return words.length > 0 ? `each ${words.join(', ')}` : undefined;
}

function lengthWords({ minLength, maxLength }: JsonSchema): string[] {
  return between(minLength, maxLength, 'characters');
}

function countWords({ minItems, maxItems }: JsonSchema): string[] {
  return between(minItems, maxItems, 'entries');
}

function rangeWords({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): string[] {
  return [
    ...between(minimum, maximum, ''),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${exclusiveMinimum}`]),
    ...(exclusiveMaximum === undefined ? [] : [`less than ${exclusiveMaximum}`]),
  ];
}

function between(least: number | undefined, most: number | undefined, unit: string): string[] {
  const words = (text: string) => [`${text} ${unit}`.trim()];
  if (least !== undefined && least === most) return words(`exactly ${least}`);
  if (least !== undefined && most !== undefined) return words(`${least} to ${most}`);
  if (least !== undefined) return words(`at least ${least}`);
  return most === undefined ? [] : words(`at most ${most}`);
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'a date such as 1990-05-31',
  'date-time': 'ISO 8601 in UTC',
  uuid: 'a UUID',
  uri: 'a web address',
  email: 'an e-mail address',
};

function formatWords(format: string): string {
  return FORMATS[format] ?? format;
}

function asCode(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}
