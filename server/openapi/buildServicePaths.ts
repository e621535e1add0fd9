import { callTags } from '@slipway/contract/defineCall.ts';
import { orderException, orderStatus } from '@slipway/contract/entities/order.ts';
import { orderNumber } from '@slipway/contract/entities/scalars.ts';
import { z } from 'zod';
import { GATEWAY_PATH } from '../platform/http/gateway.ts';
import type { Content, DocumentTag, JsonSchema, Operation, PathItem, ResponseObject } from './openApiTypes.ts';
import { buildRefusalResponse } from './refusals.ts';
import type { SchemaPrinter } from './schemaPrinter.ts';

export const SERVICE_TAG: DocumentTag = {
  name: 'Service',
  description: 'Languages, health, metrics and this reference itself. None of them answers the envelope.',
};

/** Returns the paths that are served in addition to the calls. */
export function buildServicePaths(printer: SchemaPrinter): Record<string, PathItem> {
  return {
    [`${GATEWAY_PATH}/orderEvents`]: { get: buildOrderEventsOperation(printer) },
    '/admin/languages': { get: languages },
    '/languages/{locale}.json': { get: languageTexts },
    '/healthz': { get: healthz },
    '/readyz': { get: readyz },
    '/metrics': { get: metrics },
    '/openapi.json': { get: openapi },
    '/openapi-partner.json': { get: openapiPartner },
    '/llms.txt': { get: llms },
    '/docs': { get: docs },
  };
}

function buildServiceOperation(
  operationId: string,
  summary: string,
  responses: Readonly<Record<string, ResponseObject>>,
): Operation {
  return { operationId, summary, tags: [SERVICE_TAG.name], security: [], responses };
}

function buildResponse(description: string, content: Content): ResponseObject {
  return { description, content };
}

function buildJsonContent(schema: JsonSchema, example: unknown): Content {
  return { 'application/json': { schema, example } };
}

const textSchema: JsonSchema = { type: 'string' };
const flagSchema: JsonSchema = { type: 'boolean' };
const vendorStateSchema: JsonSchema = { type: 'string', enum: ['passed', 'waiting', 'busy', 'refused'] };

const NOT_FOUND = buildResponse('There is no such page.', {
  'text/plain': { schema: textSchema, example: 'Not found' },
});

const languages = buildServiceOperation('languages', 'The languages of the app', {
  '200': buildResponse(
    'All of them',
    buildJsonContent(
      {
        type: 'object',
        properties: {
          dataList: {
            type: 'array',
            items: {
              type: 'object',
              properties: { localName: { ...textSchema, description: 'Such as en-US: the name of its file' } },
              required: ['localName'],
            },
          },
        },
        required: ['dataList'],
      },
      { dataList: [{ localName: 'en-US' }, { localName: 'zh-CN' }] },
    ),
  ),
});

const languageTexts: Operation = {
  ...buildServiceOperation('languageTexts', 'The texts of one language, by key', {
    '200': buildResponse(
      'All texts',
      buildJsonContent({ type: 'object', additionalProperties: textSchema }, { 'amountChanged.agree': 'Agree' }),
    ),
    '404': NOT_FOUND,
  }),
  parameters: [
    {
      name: 'locale',
      in: 'path',
      required: true,
      description: 'A localName of `/admin/languages`',
      schema: textSchema,
      example: 'en-US',
    },
  ],
};

const healthz = buildServiceOperation('healthz', 'Whether the process is alive, and its version', {
  '200': buildResponse(
    'It is alive',
    buildJsonContent(
      {
        type: 'object',
        properties: {
          alive: { type: 'boolean', const: true },
          version: { ...textSchema, description: 'The version of Slipway that this process runs' },
        },
        required: ['alive', 'version'],
      },
      { alive: true, version: '1.0.0' },
    ),
  ),
});

const READINESS_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'What has to be there before buyers are served',
  properties: {
    database: { ...flagSchema, description: 'It can be reached' },
    configuration: { ...flagSchema, description: 'It follows the newest change' },
    prices: { ...flagSchema, description: 'They are fresh' },
    vendors: { type: 'object', description: 'How each that is on stands', additionalProperties: vendorStateSchema },
  },
  required: ['database', 'configuration', 'prices', 'vendors'],
  additionalProperties: flagSchema,
};

const READINESS_EXAMPLE = { database: true, configuration: true, prices: true, vendors: { stripe: 'passed' } };

const readyz = buildServiceOperation('readyz', 'Whether this process can serve buyers', {
  '200': buildResponse('It can', buildJsonContent(READINESS_SCHEMA, READINESS_EXAMPLE)),
  '503': buildResponse(
    'It cannot yet',
    buildJsonContent(READINESS_SCHEMA, { ...READINESS_EXAMPLE, vendors: { stripe: 'waiting' } }),
  ),
});

const metrics: Operation = {
  ...buildServiceOperation('metrics', "Numbers of this process in Prometheus' text format", {
    '200': buildResponse('All of them', {
      'text/plain': {
        schema: textSchema,
        example: 'slipway_calls_total{call="offerInquiry",resp_code="200",http_status="200"} 1027\n',
      },
    }),
    '404': NOT_FOUND,
  }),
  description:
    "With the operator's token; where none is set, from the same machine and not through a proxy. To everybody else there is no such page.",
  security: [{ metricsToken: [] }, {}],
};

const openapi = buildServiceOperation('openapi', 'This document', {
  '200': buildResponse('OpenAPI 3.1', { 'application/json': { schema: { type: 'object' } } }),
});

const openapiPartner = buildServiceOperation(
  'openapiPartner',
  "The calls of partners' servers and the webhooks as a document of their own",
  {
    '200': buildResponse('OpenAPI 3.1', { 'application/json': { schema: { type: 'object' } } }),
  },
);

const llms = buildServiceOperation('llms', 'The calls in short, for programs', {
  '200': buildResponse('Markdown in the form of llmstxt.org', { 'text/plain': { schema: textSchema } }),
});

const docs = buildServiceOperation('docs', 'This document as a page to read', {
  '200': buildResponse('The page', { 'text/html': { schema: textSchema } }),
});

/** One message of the event stream. */
const orderEventSchema = z.object({
  orderNo: z.string(),
  status: orderStatus,
  exception: orderException,
  sequence: z.int().describe("The event's number, which is also its id in the stream"),
});

const EVENT_STREAM = `id: 9
data: {"orderNo":"7KQ2M4XD9TAB3","status":"delivered","exception":"none","sequence":9}

`;

function buildOrderEventsOperation(printer: SchemaPrinter): Operation {
  const contentSchema = printer.share('OrderEvent', orderEventSchema, 'output');
  return {
    operationId: 'orderEvents',
    summary: 'Follows an order: one message for each change of its status',
    description:
      "Server-sent events. The data of each message is an `OrderEvent` in JSON, its id the event's sequence. The first one comes at once; a comment every 15 seconds keeps the line open. A client that comes again with `Last-Event-ID` gets what is newer. It says only the bare status: ask `orderDetail` for the rest. Where calls are refused with `region_denied`, so is a stream, in the same envelope.",
    tags: [callTags.order.name],
    security: [{}],
    parameters: [
      {
        name: 'orderNo',
        in: 'query',
        required: true,
        description: "The order's number",
        schema: printer.print(orderNumber, 'input'),
        example: '7KQ2M4XD9TAB3',
      },
      {
        name: 'Last-Event-ID',
        in: 'header',
        description: 'The sequence of the last event that the client has seen; browsers send it by themselves',
        schema: { type: 'string', pattern: String.raw`^\d+$` },
        example: '8',
      },
    ],
    responses: {
      '200': buildResponse('The stream, open until the client leaves', {
        'text/event-stream': {
          schema: { ...textSchema, contentMediaType: 'application/json', contentSchema },
          example: EVENT_STREAM,
        },
      }),
      '404': buildResponse('There is no such order.', buildJsonContent(ORDER_NOT_FOUND, ORDER_NOT_FOUND_EXAMPLE)),
      '429': buildRefusalResponse(429, ['too_many_requests']),
    },
  };
}

const ORDER_NOT_FOUND: JsonSchema = {
  type: 'object',
  properties: {
    respCode: { type: 'string', const: '509' },
    respMessage: textSchema,
    data: { type: 'null' },
  },
  required: ['respCode', 'respMessage', 'data'],
};
const ORDER_NOT_FOUND_EXAMPLE = { respCode: '509', respMessage: 'There is no such order.', data: null };
