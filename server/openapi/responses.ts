import type { AnyCallDefinition, CallDefinition } from '@slipway/contract/defineCall.ts';
import { errorDetail, RESP_OK } from '@slipway/contract/envelope.ts';
import { type ErrorFacts, type ErrorKey, errors, errorText, sharedErrors } from '@slipway/contract/errors.ts';
import { z } from 'zod';
import { describeAccess } from './access.ts';
import type { Content, ExampleObject, HeaderObject, JsonSchema, Reference, ResponseObject } from './openApiTypes.ts';

/** Facts for the texts of the examples, by placeholder name. */
const EXAMPLE_FACTS: ErrorFacts = {
  amount: '20.00',
  cost: '12000.00',
  count: 3,
  coverable: 'authorization, content-type',
  covered: '@method, @target-uri, content-digest',
  currency: 'EUR',
  decimals: 2,
  field: 'sendCurrencyAmount',
  header: 'Signature-Input',
  name: '7KQ2M4XD9TAB3HWPEN56',
  origin: 'https://shop.example',
  maximum: '10000.00',
  minimum: '20.00',
  parameter: 'expires',
  problem: 'must be a plain decimal such as 100.00, or empty',
  provider: 'Example ID',
  reason: 'it was done before',
  reference: '5F0C2A91',
  seconds: 30,
  roles: 'compliance, treasurer',
  symbol: 'EUR',
  what: 'order',
  years: 18,
};

/** HTTP statuses after which a later retry makes sense. */
const RETRY_LATER: ReadonlySet<number> = new Set([429, 503]);

const respCodes = [...new Set(Object.values(errors).map(({ respCode }) => respCode))].filter(
  (code) => code !== RESP_OK,
) as [string, ...string[]];

/** The envelope of every refusal, business or transport. */
export const refusalSchema = z.object({
  respCode: z.enum(respCodes).describe('Code of a group of refusals; data.error distinguishes them'),
  respMessage: z.string().describe('An English sentence for the buyer'),
  data: errorDetail,
});

/** Returns the schema of a refusal with one of these error keys. */
function buildRefusalSchema(keys: readonly ErrorKey[]): JsonSchema {
  const codes = [...new Set(keys.map((key) => errors[key].respCode))];
  return {
    allOf: [
      { $ref: '#/components/schemas/Refusal' },
      {
        type: 'object',
        properties: {
          respCode: { type: 'string', enum: codes },
          data: { type: 'object', properties: { error: { type: 'string', enum: keys }, facts: { type: 'object' } } },
        },
      },
    ],
  };
}

/** Returns one example per error, by its key. */
export function buildRefusalExamples(keys: ReadonlySet<ErrorKey>): Record<string, ExampleObject> {
  return Object.fromEntries([...keys].toSorted().map((key) => [key, buildRefusalExample(key)]));
}

function buildRefusalExample(key: ErrorKey): ExampleObject {
  const { respCode, text, retryable } = errors[key];
  const facts = Object.fromEntries(
    [...text.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => {
      const fact = EXAMPLE_FACTS[name];
      return fact === undefined ? [] : [[name, fact]];
    }),
  );
  return {
    summary: `${respCode} ${key}`,
    description: retryable ? `${text} (The same request may succeed later.)` : text,
    value: { respCode, respMessage: errorText(key, facts), data: { error: key, facts } },
  };
}

function listExampleReferences(keys: readonly ErrorKey[]): Record<string, Reference> {
  return Object.fromEntries(keys.map((key) => [key, { $ref: `#/components/examples/${key}` }]));
}

/** Returns the response with all refusals of one HTTP status. */
export function buildRefusalResponse(httpStatus: number, keys: readonly ErrorKey[]): ResponseObject {
  return {
    description: keys.map((key) => `\`${key}\`: ${errors[key].text}`).join(' '),
    ...(RETRY_LATER.has(httpStatus) ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } } : {}),
    content: { 'application/json': { schema: buildRefusalSchema(keys), examples: listExampleReferences(keys) } },
  };
}

export const retryAfterHeader: HeaderObject = {
  description: 'Seconds to wait before the same request makes sense',
  schema: { type: 'integer', minimum: 1 },
  example: 30,
};

/** Errors whose responses the calls share: each is the only one with its HTTP status. */
export const responseErrors: readonly ErrorKey[] = sharedErrors['gateway/buying'].required.filter(
  (key) => errors[key].httpStatus !== 200,
);

/** Groups error keys by their HTTP status, lowest first. */
function groupByHttpStatus(keys: readonly ErrorKey[]): readonly (readonly [number, readonly ErrorKey[]])[] {
  const statuses = [...new Set(keys.map((key) => errors[key].httpStatus))].toSorted((a, b) => a - b);
  return statuses.map((status) => [status, keys.filter((key) => errors[key].httpStatus === status)]);
}

/** Returns the envelope schema of a successful answer. */
export function buildAnswerSchema(definition: AnyCallDefinition): z.ZodObject {
  return z.object({
    respCode: z.literal(RESP_OK).describe('200 if the call succeeded, otherwise the code of the refusal'),
    respMessage: z.string().describe('Empty, or an English sentence for the buyer'),
    data: definition.data,
    ...('extraFields' in definition ? definition.extraFields?.shape : {}),
  });
}

/** Returns all responses of a call by HTTP status. */
export function buildResponses(definition: AnyCallDefinition, answer: JsonSchema, keys: readonly ErrorKey[]) {
  const byStatus = groupByHttpStatus(keys);
  const refusedAt200 = byStatus.find(([status]) => status === 200)?.[1] ?? [];
  const others = byStatus.filter(([status]) => status !== 200);
  const entries = others.map(([status, statusKeys]): [string, ResponseObject | Reference] => {
    const [key] = statusKeys;
    const isShared = statusKeys.length === 1 && responseErrors.includes(key as ErrorKey);
    return [
      String(status),
      isShared ? { $ref: `#/components/responses/${key}` } : buildRefusalResponse(status, statusKeys),
    ];
  });
  return Object.fromEntries([['200', buildStatus200Response(definition, answer, refusedAt200)], ...entries]);
}

function buildStatus200Response(
  definition: AnyCallDefinition,
  answer: JsonSchema,
  refusals: readonly ErrorKey[],
): ResponseObject {
  const { setsCookie } = describeAccess(definition);
  return {
    description: 'Success with `respCode` 200, or a refusal with another code.',
    ...(setsCookie === undefined
      ? {}
      : { headers: { 'Set-Cookie': { description: setsCookie, schema: { type: 'string' } } } }),
    content: {
      'application/json': {
        schema: refusals.length === 0 ? answer : { oneOf: [answer, buildRefusalSchema(refusals)] },
        examples: { ...buildSuccessExample(definition), ...listExampleReferences(refusals) },
      },
      ...('file' in definition && definition.file ? buildFileContent(definition.file) : {}),
    },
  };
}

/** Returns the example of a success; none for the calls of the console and of the partner pages, which no other client makes. */
function buildSuccessExample({ example }: AnyCallDefinition): Record<string, ExampleObject> {
  if (!('data' in example)) return {};
  const extraFields = 'extraFields' in example ? example.extraFields : {};
  const value = { respCode: RESP_OK, respMessage: '', data: example.data, ...extraFields };
  return { done: { summary: '200 done', value } };
}

function buildFileContent({ mediaType, description }: NonNullable<CallDefinition['file']>): Content {
  return { [mediaType]: { schema: { type: 'string', format: 'binary', description } } };
}
