import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import type { JsonSchema, OpenApiDocument, Operation } from './openApiTypes.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A request with one fault, and the field names that its refusal may contain. */
export type WrongRequest = { readonly sent: Fields; readonly named: readonly string[] };

/** One call as a document describes it: generates requests and checks answers. */
export type DocumentedCall = {
  /** Generates requests that the document allows. `live` has values that exist on the server, by field name. */
  generateValid(live?: Fields): fc.Arbitrary<Fields>;
  /** Generates requests with one field misspelt, missing, added or wrong. */
  generateWrong(): fc.Arbitrary<WrongRequest>;
  /** Returns the document's objections to an answer, or null. */
  findAnswerFault(status: number, body: unknown): string | null;
};

const DOCUMENT_ID = 'https://slipway.example/document';

export type DocumentReader = (path: string) => DocumentedCall;

/** Reads a document as its users do, from its JSON only. */
export function readDocument(document: OpenApiDocument): DocumentReader {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  formats.default(ajv);
  ajv.addSchema({ $id: DOCUMENT_ID, ...document });
  const compile = (pointer: string) => ajv.compile({ $ref: `${DOCUMENT_ID}#${pointer}` });

  function resolveSchema(schema: JsonSchema): JsonSchema {
    if (schema.$ref === undefined) return schema;
    const found = document.components.schemas[schema.$ref.replace('#/components/schemas/', '')];
    assert(found, `${schema.$ref} is not in the document`);
    return found;
  }

  return (path) => {
    const operation = document.paths[path]?.post;
    assert(operation, `${path} is not in the document`);
    const pointer = `/paths/${path.replaceAll('/', '~1')}/post`;
    const request = resolveSchema(requireRequestMedia(operation).schema);
    const fields = new Map<string, ValidateFunction>();
    const allowsField = (name: string, value: unknown) => {
      const check = fields.get(name) ?? compile(`${getSchemaPointer(operation)}/properties/${name}`);
      fields.set(name, check);
      return check(value);
    };
    const allows = compile(`${pointer}/requestBody/content/application~1json/schema`);
    const example = requireRequestExample(operation);
    const answers = new Map<number, ValidateFunction>();

    const generateValid = (live: Fields = {}) =>
      generateValidRequests(request, resolveSchema, { ...example, ...live }).filter((one) => allows(one));
    return {
      generateValid,
      generateWrong: () => generateValid().chain((good) => generateWrongRequests(good, request, allowsField)),
      findAnswerFault(status, body) {
        const response = operation.responses[status];
        if (!response) return `${path} has no answer ${status}`;
        const place = '$ref' in response ? response.$ref.slice(1) : `${pointer}/responses/${status}`;
        const check = answers.get(status) ?? compile(`${place}/content/application~1json/schema`);
        answers.set(status, check);
        return check(body) ? null : ajv.errorsText(check.errors);
      },
    };
  };
}

function requireRequestMedia(operation: Operation) {
  const media = operation.requestBody?.content['application/json'];
  assert(media, `${operation.operationId} has no request`);
  return media;
}

function getSchemaPointer(operation: Operation): string {
  return requireRequestMedia(operation).schema.$ref?.slice(1) ?? '';
}

function requireRequestExample(operation: Operation): Fields {
  const example = requireRequestMedia(operation).examples?.['typical'];
  assert(example && 'value' in example, `${operation.operationId} has no example`);
  return example.value as Fields;
}

function generateValidRequests(
  { properties = {}, required = [] }: JsonSchema,
  follow: (schema: JsonSchema) => JsonSchema,
  known: Fields,
): fc.Arbitrary<Fields> {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const any = generateValues(schema, follow);
    // Known values get past the first checks of the server. Each request gets a new idempotency key.
    if (!(name in known) || name === 'idempotencyKey') return [name, any] as const;
    return [name, fc.oneof(any, { weight: 3, arbitrary: fc.constant(known[name]) })] as const;
  });
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required], noNullPrototype: true });
}

/** Generates values that a schema allows. Throws for an unknown keyword, since it could not satisfy it. */
function generateValues(schema: JsonSchema, follow: (schema: JsonSchema) => JsonSchema): fc.Arbitrary<unknown> {
  const { type, enum: values, const: value, anyOf: alternatives, minimum, maximum } = follow(schema);
  if (value !== undefined) return fc.constant(value);
  if (values) return fc.constantFrom(...values);
  if (alternatives) return fc.oneof(...alternatives.map((each) => generateValues(each, follow)));
  switch (type) {
    case 'string':
      return generateTexts(follow(schema));
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({
        ...(minimum !== undefined && { min: minimum }),
        ...(maximum !== undefined && { max: maximum }),
      });
    case 'number':
      return fc.double({
        noNaN: true,
        noDefaultInfinity: true,
        ...(minimum !== undefined && { min: minimum }),
        ...(maximum !== undefined && { max: maximum }),
      });
    default:
      throw new Error(`no values for ${JSON.stringify(schema)}`);
  }
}

/** Longest generated text for fields that allow more. */
const LONGEST_TEXT = 300;

function generateTexts({ pattern = '', minLength = 0, maxLength = LONGEST_TEXT }: JsonSchema): fc.Arbitrary<string> {
  const range = { minLength, maxLength: Math.min(maxLength, LONGEST_TEXT) };
  const wanted = new RegExp(pattern, 'u');
  // A pattern that only excludes characters is tried with all characters, other patterns with texts generated from them.
  const texts =
    pattern === '' || pattern.includes('[^')
      ? fc.oneof(fc.string({ ...range, unit: 'binary' }), fc.string({ ...range, unit: 'grapheme' }), fc.string(range))
      : fc.stringMatching(
          new RegExp(pattern.replace(/^(\^\[[^\]]*\])[*+]\$$/, `$1{${range.minLength},${range.maxLength}}$`)),
        );
  return texts.filter((text) => {
    // JSON Schema counts code points.
    const { length } = Array.from(text);
    return wanted.test(text) && length >= minLength && length <= maxLength;
  });
}

const WRONG_VALUES: readonly unknown[] = [
  null,
  {},
  [],
  true,
  -1,
  1.5,
  1e300,
  '',
  ' ',
  '-1',
  '1e3',
  '١٢٣',
  'a\u0000b',
  'No such value!',
  'x'.repeat(30_000),
];

/** Fields for which the server accepts more characters than documented and then finds no such quote or address. */
const LOOSE_PATTERNS: ReadonlySet<string> = new Set(['token', 'address']);

function mayBreakOnlyPattern(value: unknown): boolean {
  return typeof value === 'string' && value.length < 1000 && value !== '' && !value.includes('\u0000');
}

function generateWrongRequests(
  good: Fields,
  request: JsonSchema,
  allowsField: (name: string, value: unknown) => boolean,
) {
  const { properties = {}, required = [], additionalProperties } = request;
  const names = Object.keys(properties);
  const kinds: fc.Arbitrary<WrongRequest>[] = [
    // The gateway checks `authToken` before the request: a wrong value is not an invalid request.
    fc.constantFrom(...names.filter((name) => name !== 'authToken')).chain((name) => {
      const isLenient = LOOSE_PATTERNS.has(name);
      const wrong = WRONG_VALUES.filter(
        (value) => !allowsField(name, value) && !(isLenient && mayBreakOnlyPattern(value)),
      );
      return fc.constantFrom(...wrong).map((value) => ({ sent: { ...good, [name]: value }, named: [name] }));
    }),
  ];
  if (required.length > 0)
    kinds.push(fc.constantFrom(...required).map((name) => ({ sent: omitField(good, name), named: [name] })));
  if (additionalProperties === false) {
    kinds.push(
      fc
        .string({ minLength: 1, maxLength: 12 })
        // The JSON parser refuses `__proto__` before any call is known.
        .filter((name) => !names.includes(name) && name !== '__proto__')
        .map((name) => ({ sent: { ...good, [name]: 'x' }, named: [name] })),
    );
    const given = Object.keys(good);
    if (given.length > 0)
      kinds.push(
        fc
          .tuple(fc.constantFrom(...given), fc.nat())
          .map(([name, at]) => dropLetter(name, at))
          .filter(([, wrong]) => !names.includes(wrong))
          .map(([name, wrong]) => ({ sent: { ...omitField(good, name), [wrong]: good[name] }, named: [name, wrong] })),
      );
  }
  return fc.oneof(...kinds);
}

function omitField(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
}

/** Returns the name with one letter left out. */
function dropLetter(name: string, at: number): readonly [string, string] {
  const place = at % name.length;
  return [name, `${name.slice(0, place)}${name.slice(place + 1)}`];
}
