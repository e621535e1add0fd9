import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { FieldRule } from '@slipway/contract/fieldRules.ts';
import { z } from 'zod';
import type { JsonSchema } from './openApiTypes.ts';

const COMPONENTS = '#/components/schemas/';
const DEFINITIONS = '#/$defs/';

/**
 * Input is what a client may send, output what the server answers. Only input has defaults, amounts as numbers, a pattern for
 * every text, and the rejection of additional fields.
 */
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

  function register(name: string, schema: JsonSchema): JsonSchema {
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
    const { $schema: _, $defs = {}, ...own } = printed;
    // A named schema is shared by requests and answers.
    for (const [name, definition] of Object.entries($defs)) register(name, normalizeSchemas(definition, 'output'));
    return normalizeSchemas(own, direction);
  }

  return {
    print,
    share: (name, schema, direction, rules = []) => {
      const printed = print(schema, direction);
      return register(name, rules.length === 0 ? printed : { ...printed, allOf: rules.map((rule) => rule.schema) });
    },
    shared: () => Object.fromEntries([...shared].toSorted(([a], [b]) => a.localeCompare(b))),
  };
}

type PrintedSchema = JsonSchema & { readonly id?: string; readonly example?: unknown };

/** Formats that make zod's pattern redundant. */
const PLAIN_FORMATS: ReadonlySet<unknown> = new Set(['uuid', 'date', 'date-time']);

/** Syntax that RE2, Python's re and others reject: Unicode classes and lookahead. The field's description states such a rule. */
const JAVASCRIPT_ONLY_SYNTAX = /\\p\{|\(\?[=!<]/i;

/** The pattern of texts that `findUnstorable` accepts in every request. */
const STORABLE_TEXT = String.raw`^[^\x00]*$`;

/** Returns a copy of zod's output in which the schema and all schemas in it are normalized, the inner ones first. */
function normalizeSchemas(printed: object, direction: SchemaDirection): JsonSchema {
  return JSON.parse(JSON.stringify(printed), (key, value: unknown) => {
    const isSchema = typeof value === 'object' && value !== null && !Array.isArray(value) && key !== 'properties';
    return isSchema ? normalizeSchema(value, direction) : value;
  }) as JsonSchema;
}

/** Converts zod's output to the form that the reference and client generators need. */
function normalizeSchema(printed: PrintedSchema, direction: SchemaDirection): JsonSchema {
  const { id: _, $ref, pattern: written, minimum, maximum, default: preset, ...rest } = hoistDescription(printed);
  const { description, example, additionalProperties, ...others } = rest;
  const isText = rest.type === 'string' && ![rest.const, rest.enum, rest.format].some((each) => each !== undefined);
  const pattern = written ?? (isText && direction === 'input' ? STORABLE_TEXT : undefined);
  const described = direction === 'input' ? describeDefault(description, preset) : description;
  return {
    ...($ref === undefined ? {} : { $ref: $ref.replace(DEFINITIONS, COMPONENTS) }),
    ...others,
    ...(described === undefined ? {} : { description: described }),
    ...(pattern === undefined || PLAIN_FORMATS.has(rest.format) || JAVASCRIPT_ONLY_SYNTAX.test(pattern)
      ? {}
      : { pattern }),
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
    ...(example === undefined ? {} : { examples: [example] }),
    ...(typeof additionalProperties === 'object' ? { additionalProperties } : {}),
    // Answers may gain fields later, and clients must not refuse them.
    ...(additionalProperties === false && direction === 'input' ? { additionalProperties } : {}),
  };
}

/** Moves the description of a value that may also be null or blank from the union's first member to the union. */
function hoistDescription(schema: PrintedSchema): PrintedSchema {
  const { anyOf: [value, ...others] = [], ...union } = schema;
  if (value?.description === undefined || others.some((other) => other.type !== 'null' && other.const !== ''))
    return schema;
  const { description, ...undescribed } = value;
  const { type, ...limits } = undescribed;
  const isPlain = Object.keys(limits).length === 0 && others.every((other) => other.type === 'null');
  // Zod prints the union of a plain type and null like this too.
  if (isPlain && typeof type === 'string') return { description, ...union, type: [type, 'null'] };
  return { description, ...union, anyOf: [undescribed, ...others] };
}

/** Describes the default in text: several client generators make a field with the keyword `default` required. */
function describeDefault(description: string | undefined, preset: unknown): string | undefined {
  if (preset === undefined || preset === '' || typeof preset === 'object') return description;
  const defaultText = `Default: \`${JSON.stringify(preset)}\``;
  return description === undefined ? defaultText : `${description}. ${defaultText}`;
}
