import { callTags } from '@slipway/contract/defineCall.ts';
import { orderException, orderStatus } from '@slipway/contract/entities/order.ts';
import { orderNo, orderNumber } from '@slipway/contract/entities/scalars.ts';
import { z } from 'zod';
import { GATEWAY_PATH } from '../platform/http/gateway/gateway.ts';
import type { Content, DocumentTag, JsonSchema, Operation, PathItem, ResponseObject } from './openApiTypes.ts';
import { buildRefusalResponse } from './responses.ts';
import { createSchemaPrinter, type SchemaPrinter } from './schemaPrinter.ts';

export const SERVICE_TAG: DocumentTag = {
  name: 'Service',
  description: 'Languages, health, metrics and this reference. Their responses have no envelope.',
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
    '/docs/api': { get: docs },
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

/** Prints the schema of an answer without named schemas. */
function print(schema: z.ZodType): JsonSchema {
  return createSchemaPrinter().print(schema, 'output');
}

const localName = z.string().describe('Name of the language file, such as en-US');
const version = z.string().describe('The version of Slipway that this process runs');

const NOT_FOUND = buildResponse('There is no such page.', {
  'text/plain': { schema: textSchema, example: 'Not found' },
});

const languages = buildServiceOperation('languages', 'The languages of the app', {
  '200': buildResponse(
    'All languages',
    buildJsonContent(print(z.object({ dataList: z.array(z.object({ localName })) })), {
      dataList: [{ localName: 'en-US' }, { localName: 'zh-CN' }],
    }),
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

const healthz = buildServiceOperation('healthz', 'Liveness of the process, and its version', {
  '200': buildResponse(
    'The process is alive',
    buildJsonContent(print(z.object({ alive: z.literal(true), version })), { alive: true, version: '1.0.0' }),
  ),
});

const READINESS_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'Conditions for serving buyers',
  properties: {
    database: { ...flagSchema, description: 'The database is reachable' },
    configuration: { ...flagSchema, description: 'The newest configuration is loaded' },
    prices: { ...flagSchema, description: 'Prices are current' },
    vendors: { type: 'object', description: 'State of each enabled vendor', additionalProperties: vendorStateSchema },
  },
  required: ['database', 'configuration', 'prices', 'vendors'],
  additionalProperties: flagSchema,
};

const READINESS_EXAMPLE = { database: true, configuration: true, prices: true, vendors: { stripe: 'passed' } };

const readyz = buildServiceOperation('readyz', 'Readiness of the process to serve buyers', {
  '200': buildResponse('The process can serve buyers', buildJsonContent(READINESS_SCHEMA, READINESS_EXAMPLE)),
  '503': buildResponse(
    'The process cannot serve buyers yet',
    buildJsonContent(READINESS_SCHEMA, { ...READINESS_EXAMPLE, vendors: { stripe: 'waiting' } }),
  ),
});

const metrics: Operation = {
  ...buildServiceOperation('metrics', 'Metrics of this process in the Prometheus text format', {
    '200': buildResponse('All metrics', {
      'text/plain': {
        schema: textSchema,
        example: 'slipway_calls_total{call="offerInquiry",resp_code="200",http_status="200"} 1027\n',
      },
    }),
    '404': NOT_FOUND,
  }),
  description:
    "Requires the operator's token; if none is configured, a request from the same machine that did not pass a proxy. Other callers get 404.",
  security: [{ metricsToken: [] }, {}],
};

const openapi = buildServiceOperation('openapi', 'This document', {
  '200': buildResponse('OpenAPI 3.1', { 'application/json': { schema: { type: 'object' } } }),
});

const openapiPartner = buildServiceOperation(
  'openapiPartner',
  "The calls of partners' servers and the webhooks, as a separate document",
  {
    '200': buildResponse('OpenAPI 3.1', { 'application/json': { schema: { type: 'object' } } }),
  },
);

const llms = buildServiceOperation('llms', 'Summary of the calls for programs', {
  '200': buildResponse('Markdown in the format of llmstxt.org', { 'text/plain': { schema: textSchema } }),
});

const docs = buildServiceOperation('docs', 'This document as an HTML page', {
  '200': buildResponse('The page', { 'text/html': { schema: textSchema } }),
});

/** One message of the event stream. */
const orderEventSchema = z.object({
  orderNo,
  status: orderStatus,
  exception: orderException,
  sequence: z.int().describe('Sequence number of the event, which is also its id in the stream'),
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
      "Server-sent events. The data of each message is an `OrderEvent` in JSON; its id is the event's sequence. The first message is sent immediately; a comment every 15 seconds keeps the connection open. A client that reconnects with `Last-Event-ID` receives only newer events. Messages contain only the status: call `orderDetail` for the other fields. If calls are refused with `region_denied`, so is a stream, with the same envelope.",
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
        description: 'Sequence of the last event that the client received; browsers send it automatically',
        schema: { type: 'string', pattern: String.raw`^\d+$` },
        example: '8',
      },
    ],
    responses: {
      '200': buildResponse('The stream, open until the client disconnects', {
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

const ORDER_NOT_FOUND = print(z.object({ respCode: z.literal('509'), respMessage: z.string(), data: z.null() }));
const ORDER_NOT_FOUND_EXAMPLE = { respCode: '509', respMessage: 'There is no such order.', data: null };
