import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { fieldWords } from './openapiFieldWords.ts';
import type { JsonSchema } from './openapiShape.ts';

const COMPONENTS = '#/components/schemas/';
const DEFINITIONS = '#/$defs/';

/** What a client may send, or what the server answers: defaults and numbers for amounts differ. */
export type Direction = 'input' | 'output';

/** Prints zod's schemas, with every one that has a name once, among the shared ones. */
export type SchemaPrinter = {
  /** As it stands there; the named ones inside are references. */
  print(schema: z.ZodType, direction: Direction): JsonSchema;
  /** Puts it under a name and answers the reference to it. */
  share(name: string, schema: z.ZodType, direction: Direction): JsonSchema;
  /** All that were shared, by name. */
  shared(): Record<string, JsonSchema>;
};

export function createSchemaPrinter(): SchemaPrinter {
  const shared = new Map<string, JsonSchema>();

  function keep(name: string, printed: JsonSchema): JsonSchema {
    const schema = withWords(name, printed);
    const before = shared.get(name);
    assert(
      !before || isDeepStrictEqual(before, schema),
      `${name} differs from place to place: a request and an answer that differ need two names`,
    );
    shared.set(name, schema);
    return { $ref: `${COMPONENTS}${name}` };
  }

  function print(schema: z.ZodType, direction: Direction): JsonSchema {
    const printed = z.toJSONSchema(schema, { io: direction, reused: 'inline', unrepresentable: 'any' });
    // A copy: zod's own has members that are undefined, and one object in several places.
    const { $schema: _, $defs, ...own } = JSON.parse(JSON.stringify(printed)) as PrintedSchema;
    for (const [name, definition] of Object.entries($defs ?? {})) keep(name, tidy(definition));
    return tidy(own);
  }

  return {
    print,
    share: (name, schema, direction) => keep(name, print(schema, direction)),
    shared: () => Object.fromEntries([...shared].toSorted(([a], [b]) => a.localeCompare(b))),
  };
}

type PrintedSchema = JsonSchema & {
  readonly $schema?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly id?: string;
  readonly example?: unknown;
};

/** Formats beside which zod's pattern is left out, since it says nothing more. */
const PLAIN_FORMATS: ReadonlySet<unknown> = new Set(['uuid', 'date', 'date-time', 'email']);

/** Turns what zod printed into what a reader of the reference needs. */
function tidy(printed: PrintedSchema): JsonSchema {
  const { id: _, example, $ref, properties, items, anyOf, oneOf, additionalProperties, ...rest } = printed;
  const { pattern, minimum, maximum, ...others } = rest;
  return {
    ...($ref === undefined ? {} : { $ref: $ref.replace(DEFINITIONS, COMPONENTS) }),
    ...others,
    ...(pattern === undefined || PLAIN_FORMATS.has(rest.format) ? {} : { pattern }),
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
    ...(example === undefined ? {} : { examples: [example] }),
    ...(properties === undefined ? {} : { properties: tidyFields(properties) }),
    ...(items === undefined ? {} : { items: tidy(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(tidy) }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map(tidy) }),
    // `false` is left out: answers may gain fields, and a client that refuses them would break for nothing.
    ...(typeof additionalProperties === 'object' ? { additionalProperties: tidy(additionalProperties) } : {}),
  };
}

/** Fields that their definition leaves without a word are told in the words of the wire. */
function tidyFields(properties: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, printed]) => [name, withWords(name, tidy(printed))]),
  );
}

function withWords(name: string, schema: JsonSchema): JsonSchema {
  const description = schema.description ?? fieldWords.get(name);
  return description === undefined ? schema : { ...schema, description };
}
