import { type CallName, calls } from '@slipway/contract/calls.ts';
import { consoleCalls } from '@slipway/contract/consoleCalls.ts';
import {
  type AnyCallDefinition,
  type CallDefinition,
  type ConsoleCallDefinition,
  callTags,
  type PartnerCallDefinition,
} from '@slipway/contract/defineCall.ts';
import { type ErrorKey, errors, errorText } from '@slipway/contract/errors.ts';
import { partnerCalls } from '@slipway/contract/partnerCalls.ts';
import { webhookEvent, webhookTypes } from '@slipway/contract/webhookEvents.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { GATEWAY_PATH } from './gateway.ts';
import { openApiDocument } from './openapi.ts';
import { requestOf } from './openapiOperation.ts';
import { refusalSchema } from './openapiRefusals.ts';
import { answerOf, besideExamples, errorsOf } from './openapiResponses.ts';
import { createSchemaPrinter } from './openapiSchemas.ts';
import type { ExampleObject, MediaType, Operation, Reference, ResponseObject } from './openapiShape.ts';

const document = openApiDocument('9.9.9');
const definitions = Object.values(calls) as CallDefinition[];
const partnerDefinitions = Object.values(partnerCalls) as PartnerCallDefinition[];
const consoleDefinitions = Object.values(consoleCalls) as ConsoleCallDefinition[];
const allDefinitions: readonly AnyCallDefinition[] = [...definitions, ...partnerDefinitions, ...consoleDefinitions];
const operations = Object.values(document.paths).flatMap(({ get, post }) =>
  [get, post].filter((item) => item !== undefined),
);

function postOf({ path, name }: Pick<AnyCallDefinition, 'path' | 'name'>): Operation {
  const operation = document.paths[`/${path}/${name}`]?.post;
  if (!operation) throw new Error(`${path}/${name} is not in the document`);
  return operation;
}

/** What a reference stands for, which must be there. */
function followed<Value extends object>(value: Value | Reference): Value {
  if (!('$ref' in value)) return value;
  const found = value.$ref
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document);
  if (found === undefined) throw new Error(`${value.$ref} leads nowhere`);
  return found as Value;
}

function responsesOf(operation: Operation): readonly (readonly [string, ResponseObject])[] {
  return Object.entries(operation.responses).map(([status, response]) => [status, followed(response)]);
}

function examplesOf(media: MediaType | undefined): readonly (readonly [string, ExampleObject])[] {
  return Object.entries(media?.examples ?? {}).map(([name, example]) => [name, followed(example)]);
}

function jsonOf(response: ResponseObject | undefined): MediaType | undefined {
  return response?.content?.['application/json'];
}

describe('document', () => {
  test('has every call and no other', () => {
    const paths = Object.keys(document.paths).filter((path) => path.startsWith('/gateway/'));
    const expected = [`${GATEWAY_PATH}/orderEvents`, ...allDefinitions.map(({ path, name }) => `/${path}/${name}`)];
    expect(paths.toSorted()).toEqual(expected.toSorted());
    for (const { name, get } of definitions) {
      expect(Boolean(document.paths[`${GATEWAY_PATH}/${name}`]?.get), name).toBe(get === true);
    }
  });

  test('has what is served beside the calls', () => {
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/admin/languages', '/languages/{locale}.json', '/healthz', '/readyz', '/metrics']),
    );
    const stream = document.paths[`${GATEWAY_PATH}/orderEvents`]?.get?.responses['200'] as ResponseObject;
    expect(Object.keys(stream.content ?? {})).toEqual(['text/event-stream']);
  });

  test('names each operation once and puts it under a known tag', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = new Set(document.tags.map(({ name }) => name));
    expect(operations.flatMap((operation) => operation.tags).filter((tag) => !tags.has(tag))).toEqual([]);
    for (const definition of allDefinitions) {
      expect(postOf(definition).tags).toEqual([callTags[definition.tag].name]);
    }
  });

  test('leads nowhere with no reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, $ref = '']) => $ref);
    expect(references.length).toBeGreaterThan(100);
    for (const $ref of references) expect(() => followed({ $ref })).not.toThrow();
  });

  test('has every webhook, with an example of it', () => {
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

  test('tells every error in its introduction', () => {
    for (const key of Object.keys(errors)) expect(document.info.description).toContain(`\`${key}\``);
  });

  test("gives nobody the server's own undefined", () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(JSON.stringify(document)).not.toContain('$defs');
  });
});

const eachCall = allDefinitions.map((definition) => [`${definition.path}/${definition.name}`, definition] as const);

describe.each(eachCall)('%s', (_path, definition) => {
  const operation = postOf(definition);
  const request = definition.path === 'gateway/buying' ? requestOf(definition) : definition.request;

  test("its request's example is one that the server takes", () => {
    const [[, example] = []] = examplesOf(operation.requestBody?.content['application/json']);
    const parsed = request.strict().safeParse(example?.value);
    // Tracking takes more fields than it names.
    const loose = request.safeParse(example?.value);
    expect(definition.name === 'addPoint' ? loose.error : parsed.error).toBeUndefined();
  });

  test("its answer's example is one that the server gives", () => {
    const examples = new Map(examplesOf(jsonOf(operation.responses['200'] as ResponseObject)));
    const done = examples.get('done')?.value;
    const parsed = answerOf(definition).strict().safeParse(done);
    expect(parsed.error).toBeUndefined();
    expect(parsed.data).toEqual(done);
  });

  test('each of its refusals is an example under its HTTP status', () => {
    const told = responsesOf(operation).flatMap(([status, response]) =>
      examplesOf(jsonOf(response))
        .filter(([key]) => key !== 'done')
        .map(([key, { value }]) => ({ status, key, value })),
    );
    expect(told.map(({ key }) => key).toSorted()).toEqual(errorsOf(definition).toSorted());
    for (const { status, key, value } of told) {
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

  test('it says how long to wait', () => {
    for (const [status, response] of responsesOf(operation)) {
      const header = response.headers?.['Retry-After'];
      expect(header !== undefined, status).toBe(status === '429' || status === '503');
    }
  });

  test('it asks for what the gateway asks for', () => {
    const schema = followed(operation.requestBody?.content['application/json']?.schema ?? {});
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

test('every fact of a text has a value in its example', () => {
  for (const [key, { value }] of Object.entries(document.components.examples)) {
    const names = [...errors[key as ErrorKey].text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys((value as { data: { facts: object } }).data.facts), key).toEqual([...new Set(names)]);
  }
});

test('a call with fields beside its data has an example of them', () => {
  const beside = definitions.filter((definition) => definition.beside).map(({ name }) => name);
  expect(Object.keys(besideExamples).toSorted()).toEqual(beside.toSorted());
});

test('GET takes in its query what POST takes in its body', () => {
  for (const { name, get, request } of definitions) {
    if (!get) continue;
    const parameters = document.paths[`${GATEWAY_PATH}/${name}`]?.get?.parameters ?? [];
    expect(parameters.map((parameter) => parameter.name)).toEqual(Object.keys(request.shape));
    expect(parameters.every((parameter) => parameter.in === 'query')).toBe(true);
  }
});

describe('schemas', () => {
  test('one that is named is told once and referred to', () => {
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

  test('two of one name must be the same', () => {
    const printer = createSchemaPrinter();
    printer.share('Thing', z.string(), 'input');
    printer.share('Thing', z.string(), 'output');
    expect(() => printer.share('Thing', z.number(), 'output')).toThrow('Thing');
  });

  test('a field without a word of its own gets the one of the wire', () => {
    const printer = createSchemaPrinter();
    const { properties } = printer.print(z.object({ orderNo: z.string(), page: z.int().describe('Mine') }), 'output');
    expect(properties?.orderNo?.description).toMatch(/number/);
    expect(properties?.page).toEqual({ type: 'integer', description: 'Mine' });
  });
});

test('the calls that hand out cookies say so', () => {
  const setting = (Object.keys(calls) as CallName[]).filter((name) => {
    const response = postOf(calls[name]).responses['200'] as ResponseObject;
    return response.headers?.['Set-Cookie'] !== undefined;
  });
  expect(setting.toSorted()).toEqual(['coinOrder', 'cryptoOrder', 'login', 'order', 'sendCode']);
});
