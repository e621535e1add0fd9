import { type CallName, calls } from '@slipway/contract/calls.ts';
import { consoleCalls } from '@slipway/contract/consoleCalls.ts';
import { type AnyCallDefinition, type CallDefinition, callTags } from '@slipway/contract/defineCall.ts';
import { amountInputOrBlank } from '@slipway/contract/entities/scalars.ts';
import { type ErrorKey, errors, errorText } from '@slipway/contract/errors.ts';
import { partnerCalls } from '@slipway/contract/partnerCalls.ts';
import { partnerPageCalls } from '@slipway/contract/partnerPageCalls.ts';
import { webhookEvent, webhookTypes } from '@slipway/contract/webhookEvents.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { GATEWAY_PATH } from '../platform/http/gateway/gateway.ts';
import { listErrorKeys } from './access.ts';
import { buildRequestSchema } from './callOperations.ts';
import { generateOpenApiDocument, generatePartnerDocument } from './generateOpenApiDocument.ts';
import type { ExampleObject, JsonSchema, MediaType, Operation, Reference, ResponseObject } from './openApiTypes.ts';
import { buildAnswerSchema, refusalSchema } from './responses.ts';
import { createSchemaPrinter } from './schemaPrinter.ts';

const document = generateOpenApiDocument('9.9.9');
const definitions = Object.values(calls) as CallDefinition[];
const partnerDefinitions = Object.values(partnerCalls) as CallDefinition<'gateway/partner'>[];
const consoleDefinitions = Object.values(consoleCalls) as CallDefinition<'gateway/console'>[];
const partnerPageDefinitions = Object.values(partnerPageCalls) as CallDefinition<'gateway/partner-pages'>[];
const allDefinitions: readonly AnyCallDefinition[] = [
  ...definitions,
  ...partnerDefinitions,
  ...partnerPageDefinitions,
  ...consoleDefinitions,
];
const operations = Object.values(document.paths).flatMap(({ get, post }) =>
  [get, post].filter((item) => item !== undefined),
);

function findPost({ path, name }: Pick<AnyCallDefinition, 'path' | 'name'>): Operation {
  const operation = document.paths[`/${path}/${name}`]?.post;
  if (!operation) throw new Error(`${path}/${name} is not in the document`);
  return operation;
}

/** Resolves a reference, which must exist. */
function resolveReference<Value extends object>(value: Value | Reference): Value {
  if (!('$ref' in value)) return value;
  const found = value.$ref
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document);
  if (found === undefined) throw new Error(`${value.$ref} leads nowhere`);
  return found as Value;
}

function listResponses(operation: Operation): readonly (readonly [string, ResponseObject])[] {
  return Object.entries(operation.responses).map(([status, response]) => [status, resolveReference(response)]);
}

function listExamples(media: MediaType | undefined): readonly (readonly [string, ExampleObject])[] {
  return Object.entries(media?.examples ?? {}).map(([name, example]) => [name, resolveReference(example)]);
}

function findJsonMedia(response: ResponseObject | undefined): MediaType | undefined {
  return response?.content?.['application/json'];
}

describe('document', () => {
  test('lists every call and no other', () => {
    const paths = Object.keys(document.paths).filter((path) => path.startsWith('/gateway/'));
    const expected = [`${GATEWAY_PATH}/orderEvents`, ...allDefinitions.map(({ path, name }) => `/${path}/${name}`)];
    expect(paths.toSorted()).toEqual(expected.toSorted());
    for (const { name, get } of definitions) {
      expect(Boolean(document.paths[`${GATEWAY_PATH}/${name}`]?.get), name).toBe(get === true);
    }
  });

  test('lists the routes that are not calls', () => {
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/admin/languages', '/languages/{locale}.json', '/healthz', '/readyz', '/metrics']),
    );
    const stream = document.paths[`${GATEWAY_PATH}/orderEvents`]?.get?.responses['200'] as ResponseObject;
    expect(Object.keys(stream.content ?? {})).toEqual(['text/event-stream']);
  });

  test('names each operation once, with a known tag', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = new Set(document.tags.map(({ name }) => name));
    expect(operations.flatMap((operation) => operation.tags).filter((tag) => !tags.has(tag))).toEqual([]);
    for (const definition of allDefinitions) {
      expect(findPost(definition).tags).toEqual([callTags[definition.tag].name]);
    }
  });

  test('has no dangling reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, $ref = '']) => $ref);
    expect(references.length).toBeGreaterThan(100);
    for (const $ref of references) expect(() => resolveReference({ $ref })).not.toThrow();
  });

  test('has every webhook with an example', () => {
    expect(Object.keys(document.webhooks)).toEqual(Object.keys(webhookTypes));
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining([...(post?.tags ?? [])]));
      const { schema, example } = post?.requestBody?.content['application/json'] ?? {};
      expect(schema).toEqual({ $ref: '#/components/schemas/WebhookEvent' });
      expect(webhookEvent.strict().parse(example).type).toBe(type);
    }
    const ids = Object.values(document.webhooks).map(({ post }) => post?.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('lists every error in its introduction', () => {
    for (const key of Object.keys(errors)) expect(document.info.description).toContain(`\`${key}\``);
  });

  test('contains no undefined values', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(JSON.stringify(document)).not.toContain('$defs');
  });
});

describe('the partner document', () => {
  const forPartners = generatePartnerDocument('9.9.9');

  test('has only the partners’ calls and webhooks, unchanged from the full document', () => {
    const paths = partnerDefinitions.map(({ path, name }) => `/${path}/${name}`);
    expect(Object.keys(forPartners.paths)).toEqual(paths);
    for (const path of paths) expect(forPartners.paths[path]).toEqual(document.paths[path]);
    expect(forPartners.webhooks).toEqual(document.webhooks);
    for (const [name, schema] of Object.entries(forPartners.components.schemas))
      expect(schema).toEqual(document.components.schemas[name]);
    expect(Object.keys(forPartners.components.securitySchemes)).toEqual(['partnerKey', 'partnerSignature']);
  });

  test('contains every part that it references', () => {
    for (const [, path = ''] of JSON.stringify(forPartners).matchAll(/"\$ref":"#\/([^"]+)"/g))
      expect(forPartners).toHaveProperty(path.split('/'));
  });

  test('describes every field', () => {
    const { schemas } = forPartners.components;
    const findUndescribed = ({ properties = {}, items, anyOf = [] }: JsonSchema, path: string): string[] => [
      ...[...anyOf, ...(items ? [items] : [])].flatMap((inner) => findUndescribed(inner, path)),
      ...Object.entries(properties).flatMap(([name, field]) => {
        const { description } = { ...schemas[field.$ref?.split('/').at(-1) ?? ''], ...field };
        const isDescribed = description !== undefined || (name === 'data' && path.endsWith('Answer'));
        return [...(isDescribed ? [] : [`${path}.${name}`]), ...findUndescribed(field, `${path}.${name}`)];
      }),
    ];
    expect(Object.entries(schemas).flatMap(([name, schema]) => findUndescribed(schema, name))).toEqual([]);
  });

  test('has strict requests', () => {
    for (const { name } of partnerDefinitions) {
      const schema = forPartners.components.schemas[`Partner${name[0]?.toUpperCase()}${name.slice(1)}Request`];
      expect(schema?.additionalProperties, name).toBe(false);
    }
  });
});

test('has no defaults, and patterns that all regular expression engines support', () => {
  const text = JSON.stringify(document);
  // Client generators make a field with a default required.
  expect(text).not.toMatch(/"default":(?!\{"description")/);
  const patterns = [...text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, json = '']) => JSON.parse(json) as string,
  );
  expect(patterns.length).toBeGreaterThan(100);
  // RE2 and Python's re support neither Unicode classes nor lookahead.
  expect(patterns.filter((pattern) => /\\[pPuk]|\(\?[=!<]/.test(pattern))).toEqual([]);
});

const eachCall = allDefinitions.map((definition) => [`${definition.path}/${definition.name}`, definition] as const);

describe.each(eachCall)('%s', (_path, definition) => {
  const operation = findPost(definition);
  const request = definition.path === 'gateway/buying' ? buildRequestSchema(definition) : definition.request;

  test('has a request example that the server accepts', () => {
    const [[, example] = []] = listExamples(operation.requestBody?.content['application/json']);
    const parsed = request.strict().safeParse(example?.value);
    // Tracking accepts more fields than it documents.
    const looseResult = request.safeParse(example?.value);
    expect(definition.name === 'addPoint' ? looseResult.error : parsed.error).toBeUndefined();
  });

  test('has an answer example that the server returns', () => {
    const examples = new Map(listExamples(findJsonMedia(operation.responses['200'] as ResponseObject)));
    const isForOwnPages = definition.path === 'gateway/console' || definition.path === 'gateway/partner-pages';
    expect(examples.has('done')).toBe(!isForOwnPages);
    if (isForOwnPages) return;
    const done = examples.get('done')?.value;
    const parsed = buildAnswerSchema(definition).strict().safeParse(done);
    expect(parsed.error).toBeUndefined();
    expect(parsed.data).toEqual(done);
  });

  test('lists each refusal as an example under its HTTP status', () => {
    const examples = listResponses(operation).flatMap(([status, response]) =>
      listExamples(findJsonMedia(response))
        .filter(([key]) => key !== 'done')
        .map(([key, { value }]) => ({ status, key, value })),
    );
    expect(examples.map(({ key }) => key).toSorted()).toEqual(listErrorKeys(definition).toSorted());
    for (const { status, key, value } of examples) {
      const body = refusalSchema.strict().parse(value);
      expect([status, body.respCode, body.data.error]).toEqual([
        String(errors[key as ErrorKey].httpStatus),
        errors[key as ErrorKey].respCode,
        key,
      ]);
      expect(body.respMessage).toBe(errorText(key as ErrorKey, body.data.facts));
      expect(body.respMessage).not.toMatch(/ {2}|[{}]|undefined/);
    }
  });

  test('documents Retry-After', () => {
    for (const [status, response] of listResponses(operation)) {
      const header = response.headers?.['Retry-After'];
      expect(header !== undefined, status).toBe(status === '429' || status === '503');
    }
  });

  test('needs the same credentials as the gateway', () => {
    const schema = resolveReference(operation.requestBody?.content['application/json']?.schema ?? {});
    expect(schema.required?.includes('authToken') ?? false).toBe(definition.auth === 'required');
    if (definition.auth === 'required') expect(operation.security).toEqual([{ sessionCookie: [] }]);
    if (definition.auth === 'optional') expect(operation.security[0]).toEqual({});
    if (definition.path === 'gateway/partner' || definition.auth === 'none')
      expect(schema.properties).not.toHaveProperty('authToken');
    const signed = [{ partnerKey: [], partnerSignature: [] }];
    if (definition.auth === 'key') expect(operation.security).toEqual([{ partnerKey: [] }]);
    if (definition.auth === 'signature') expect(operation.security).toEqual(signed);
    const headers = (operation.parameters ?? []).filter((parameter) => parameter.in === 'header');
    expect(headers.length > 0).toBe(definition.auth === 'signature');
    expect(schema.required?.includes('idempotencyKey') ?? false).toBe(definition.auth === 'signature');
  });
});

test('has an example value for every placeholder in an error text', () => {
  for (const [key, { value }] of Object.entries(document.components.examples)) {
    const names = [...errors[key as ErrorKey].text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys((value as { data: { facts: object } }).data.facts), key).toEqual([...new Set(names)]);
  }
});

test('documents the same fields in a GET query as in a POST body', () => {
  for (const { name, get, request } of definitions) {
    if (!get) continue;
    const parameters = document.paths[`${GATEWAY_PATH}/${name}`]?.get?.parameters ?? [];
    expect(parameters.map((parameter) => parameter.name)).toEqual(Object.keys(request.shape));
    expect(parameters.every((parameter) => parameter.in === 'query')).toBe(true);
  }
});

describe('schemas', () => {
  test('are printed once and referenced when they are named', () => {
    const printer = createSchemaPrinter();
    const color = z.enum(['red', 'blue']).meta({ id: 'Color' });
    const printed = printer.print(z.object({ paint: color, list: z.array(color) }), 'output');
    expect(printed).toEqual({
      type: 'object',
      properties: {
        paint: { $ref: '#/components/schemas/Color' },
        list: { type: 'array', items: { $ref: '#/components/schemas/Color' } },
      },
      required: ['paint', 'list'],
    });
    expect(printer.shared()).toEqual({ Color: { type: 'string', enum: ['red', 'blue'] } });
  });

  test('are refused if two different ones have the same name', () => {
    const printer = createSchemaPrinter();
    printer.share('Thing', z.boolean(), 'input');
    printer.share('Thing', z.boolean(), 'output');
    expect(() => printer.share('Thing', z.number(), 'output')).toThrow('Thing');
  });

  test('of a request state its limits, and mention defaults only in descriptions', () => {
    const printer = createSchemaPrinter();
    const terms = z.strictObject({
      fixed: z.boolean().default(true).describe('Whether it is fixed'),
      amount: amountInputOrBlank.default(''),
      reference: z.string().max(8),
    });
    expect(printer.print(terms, 'input')).toEqual({
      type: 'object',
      properties: {
        fixed: { type: 'boolean', description: 'Whether it is fixed. Default: `true`' },
        amount: {
          anyOf: [
            { type: 'string', maxLength: 40, pattern: '^(?:(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?)?$' },
            { type: 'number', minimum: 1e-6, maximum: 1e15 },
          ],
        },
        reference: { type: 'string', maxLength: 8, pattern: String.raw`^[^\x00]*$` },
      },
      required: ['reference'],
      additionalProperties: false,
    });
    expect(printer.print(terms, 'output')).not.toHaveProperty('additionalProperties');
  });

  test('describe a field with a shared scalar that may be null or blank', () => {
    const mail = z.string().max(9).describe('Where to write');
    const thing = z.object({
      id: mail,
      plain: z.string().describe('Any').nullable(),
      missing: mail.nullable(),
      blank: mail.or(z.literal('')).describe('Another'),
    });
    const described = { type: 'string', maxLength: 9 };
    expect(createSchemaPrinter().print(thing, 'output').properties).toEqual({
      id: { ...described, description: 'Where to write' },
      plain: { type: ['string', 'null'], description: 'Any' },
      missing: { anyOf: [described, { type: 'null' }], description: 'Where to write' },
      blank: { anyOf: [described, { type: 'string', const: '' }], description: 'Another' },
    });
  });
});

test('documents which calls set cookies', () => {
  const setting = (Object.keys(calls) as CallName[]).filter((name) => {
    const response = findPost(calls[name]).responses['200'] as ResponseObject;
    return response.headers?.['Set-Cookie'] !== undefined;
  });
  expect(setting.toSorted()).toEqual(['coinOrder', 'cryptoOrder', 'login', 'order', 'sendCode']);
});
