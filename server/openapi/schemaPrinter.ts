import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { FieldRule } from '@slipway/contract/fieldRules.ts';
import { z } from 'zod';
import { fieldDescriptions } from './fieldDescriptions.ts';
import type { JsonSchema } from './openApiTypes.ts';

const COMPONENTS = '#/components/schemas/';
const DEFINITIONS = '#/$defs/';

/** Input is what a client may send, output what the server answers: they differ in defaults and in numbers for amounts. */
export type SchemaDirection = 'input' | 'output';

/** Prints zod schemas as JSON Schema and collects each named schema once among the shared ones. */
export type SchemaPrinter = {
  /** Returns the schema inline; named schemas inside it become references. */
  print(schema: z.ZodType, direction: SchemaDirection): JsonSchema;
  /** Stores the schema with its field rules under a name and returns a reference to it. */
  share(name: string, schema: z.ZodType, direction: SchemaDirection, rules?: readonly FieldRule[]): JsonSchema;
  /** Returns all shared schemas by name. */
  shared(): Record<string, JsonSchema>;
};

export function createSchemaPrinter(): SchemaPrinter {
  const shared = new Map<string, JsonSchema>();

  function keep(name: string, printed: JsonSchema): JsonSchema {
    const schema = addDescription(name, printed);
    const before = shared.get(name);
    assert(
      !before || isDeepStrictEqual(before, schema),
      `${name} differs from place to place: a request and an answer that differ need two names`,
    );
    shared.set(name, schema);
    return { $ref: `${COMPONENTS}${name}` };
  }

  function print(schema: z.ZodType, direction: SchemaDirection): JsonSchema {
    const printed = z.toJSONSchema(schema, { io: direction, reused: 'inline', unrepresentable: 'any' });
    // Copied, because zod's result has undefined members and uses one object in several places.
    const { $schema: _, $defs, ...own } = JSON.parse(JSON.stringify(printed)) as PrintedSchema;
    // A named schema is shared by requests and answers.
    for (const [name, definition] of Object.entries($defs ?? {})) keep(name, normalizeSchema(definition, 'output'));
    return normalizeSchema(own, direction);
  }

  return {
    print,
    share: (name, schema, direction, rules = []) => {
      const printed = print(schema, direction);
      return keep(name, rules.length === 0 ? printed : { ...printed, allOf: rules.map((rule) => rule.schema) });
    },
    shared: () => Object.fromEntries([...shared].toSorted(([a], [b]) => a.localeCompare(b))),
  };
}

type PrintedSchema = JsonSchema & {
  readonly $schema?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly id?: string;
  readonly example?: unknown;
};

/** Formats that make zod's pattern redundant. */
const PLAIN_FORMATS: ReadonlySet<unknown> = new Set(['uuid', 'date', 'date-time']);

/** Syntax that RE2, Python's re and others reject: Unicode classes and lookahead. The field's description states such a rule. */
const JAVASCRIPT_ONLY_SYNTAX = /\\p\{|\(\?[=!<]/i;

/** The pattern of texts that `findUnstorable` accepts in every request. */
const STORABLE_TEXT = String.raw`^[^\x00]*$`;

/** Converts zod's output to the form that the reference and client generators need. */
function normalizeSchema(printed: PrintedSchema, direction: SchemaDirection): JsonSchema {
  const { id: _, example, $ref, properties, items, anyOf, oneOf, additionalProperties, ...rest } = printed;
  const { pattern: written, minimum, maximum, default: _preset, ...others } = rest;
  const isText = rest.type === 'string' && ![rest.const, rest.enum, rest.format].some((each) => each !== undefined);
  const pattern = written ?? (isText && direction === 'input' ? STORABLE_TEXT : undefined);
  const inner = (schema: JsonSchema) => normalizeSchema(schema, direction);
  return {
    ...($ref === undefined ? {} : { $ref: $ref.replace(DEFINITIONS, COMPONENTS) }),
    ...others,
    ...(pattern === undefined || PLAIN_FORMATS.has(rest.format) || JAVASCRIPT_ONLY_SYNTAX.test(pattern)
      ? {}
      : { pattern }),
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
    ...(example === undefined ? {} : { examples: [example] }),
    ...(properties === undefined ? {} : { properties: normalizeFields(properties, direction) }),
    ...(items === undefined ? {} : { items: inner(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(inner) }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map(inner) }),
    ...(typeof additionalProperties === 'object' ? { additionalProperties: inner(additionalProperties) } : {}),
    // Answers may gain fields later, and clients must not refuse them.
    ...(additionalProperties === false && direction === 'input' ? { additionalProperties } : {}),
  };
}

/** Adds the default description to fields whose definition has none. */
function normalizeFields(
  properties: Readonly<Record<string, JsonSchema>>,
  direction: SchemaDirection,
): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, printed]) => {
      const schema = addDescription(name, normalizeSchema(printed, direction));
      return [name, direction === 'input' ? describeDefault(schema, printed.default) : schema];
    }),
  );
}

/** Describes the default in text: several client generators make a field with the keyword `default` required. */
function describeDefault(schema: JsonSchema, preset: unknown): JsonSchema {
  if (preset === undefined || preset === '' || typeof preset === 'object') return schema;
  const words = `Default: \`${JSON.stringify(preset)}\``;
  return { ...schema, description: schema.description === undefined ? words : `${schema.description}. ${words}` };
}

function addDescription(name: string, schema: JsonSchema): JsonSchema {
  const description = schema.description ?? fieldDescriptions.get(name);
  return description === undefined ? schema : { ...schema, description };
}
