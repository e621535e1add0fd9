import { callTags } from '@slipway/contract/defineCall.ts';
import { orderException, orderStatus } from '@slipway/contract/entities/order.ts';
import { orderNumber } from '@slipway/contract/entities/scalars.ts';
import { z } from 'zod';
import { GATEWAY_PATH } from './gateway.ts';
import { refusalResponse } from './openapiRefusals.ts';
import type { SchemaPrinter } from './openapiSchemas.ts';
import type { Content, DocumentTag, JsonSchema, Operation, PathItem, ResponseObject } from './openapiShape.ts';

export const SERVICE_TAG: DocumentTag = {
  name: 'Service',
  description: 'Languages, health, metrics and this reference itself. None of them answers the envelope.',
};

/** What is served besides the calls. */
export function servicePaths(printer: SchemaPrinter): Record<string, PathItem> {
  return {
    [`${GATEWAY_PATH}/orderEvents`]: { get: orderEvents(printer) },
    '/admin/languages': { get: languages },
    '/languages/{locale}.json': { get: languageTexts },
    '/healthz': { get: healthz },
    '/readyz': { get: readyz },
    '/metrics': { get: metrics },
    '/openapi.json': { get: openapi },
    '/llms.txt': { get: llms },
    '/docs': { get: docs },
  };
}

function service(operationId: string, summary: string, responses: Readonly<Record<string, ResponseObject>>): Operation {
  return { operationId, summary, tags: [SERVICE_TAG.name], security: [], responses };
}

function answering(description: string, content: Content): ResponseObject {
  return { description, content };
}

function json(schema: JsonSchema, example: unknown): Content {
  return { 'application/json': { schema, example } };
}

const text: JsonSchema = { type: 'string' };
const flag: JsonSchema = { type: 'boolean' };
const vendorState: JsonSchema = { type: 'string', enum: ['passed', 'waiting', 'refused'] };

const NOT_FOUND = answering('There is no such page.', { 'text/plain': { schema: text, example: 'Not found' } });

const languages = service('languages', 'The languages of the app', {
  '200': answering(
    'All of them',
    json(
      {
        type: 'object',
        properties: {
          dataList: {
            type: 'array',
            items: {
              type: 'object',
              properties: { localName: { ...text, description: 'Such as en-US: the name of its file' } },
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
  ...service('languageTexts', 'The texts of one language, by key', {
    '200': answering(
      'All texts',
      json({ type: 'object', additionalProperties: text }, { 'amountChanged.agree': 'Agree' }),
    ),
    '404': NOT_FOUND,
  }),
  parameters: [
    {
      name: 'locale',
      in: 'path',
      required: true,
      description: 'A localName of `/admin/languages`',
      schema: text,
      example: 'en-US',
    },
  ],
};

const healthz = service('healthz', 'Whether the process is alive', {
  '200': answering(
    'It is',
    json(
      { type: 'object', properties: { alive: { type: 'boolean', const: true } }, required: ['alive'] },
      { alive: true },
    ),
  ),
});

const READINESS: JsonSchema = {
  type: 'object',
  description: 'What has to be there before buyers are served',
  properties: {
    database: { ...flag, description: 'It can be reached' },
    configuration: { ...flag, description: 'It follows the newest change' },
    prices: { ...flag, description: 'They are fresh' },
    vendors: { type: 'object', description: 'How each that is on stands', additionalProperties: vendorState },
  },
  required: ['database', 'configuration', 'prices', 'vendors'],
  additionalProperties: flag,
};

const READY = { database: true, configuration: true, prices: true, vendors: { stripe: 'passed' } };

const readyz = service('readyz', 'Whether this process can serve buyers', {
  '200': answering('It can', json(READINESS, READY)),
  '503': answering('It cannot yet', json(READINESS, { ...READY, vendors: { stripe: 'waiting' } })),
});

const metrics: Operation = {
  ...service('metrics', "Numbers of this process in Prometheus' text format", {
    '200': answering('All of them', {
      'text/plain': {
        schema: text,
        example: 'slipway_calls_total{call="offerInquiry",resp_code="200",http_status="200"} 1027\n',
      },
    }),
    '404': NOT_FOUND,
  }),
  description:
    "With the operator's token; where none is set, from the same machine and not through a proxy. To everybody else there is no such page.",
  security: [{ metricsToken: [] }, {}],
};

const openapi = service('openapi', 'This document', {
  '200': answering('OpenAPI 3.1', { 'application/json': { schema: { type: 'object' } } }),
});

const llms = service('llms', 'The calls in short, for programs', {
  '200': answering('Markdown in the form of llmstxt.org', { 'text/plain': { schema: text } }),
});

const docs = service('docs', 'This document as a page to read', {
  '200': answering('The page', { 'text/html': { schema: text } }),
});

/** What one message of the stream says. */
const orderEvent = z.object({
  orderNo: z.string(),
  status: orderStatus,
  exception: orderException,
  sequence: z.int().describe("The event's number, which is also its id in the stream"),
});

const EVENT_STREAM = `id: 9
data: {"orderNo":"7KQ2M4XD9TAB3","status":"delivered","exception":"none","sequence":9}

`;

function orderEvents(printer: SchemaPrinter): Operation {
  const contentSchema = printer.share('OrderEvent', orderEvent, 'output');
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
      '200': answering('The stream, open until the client leaves', {
        'text/event-stream': {
          schema: { ...text, contentMediaType: 'application/json', contentSchema },
          example: EVENT_STREAM,
        },
      }),
      '404': answering('There is no such order.', json(NO_ORDER, NO_ORDER_EXAMPLE)),
      '429': refusalResponse(429, ['too_many_requests']),
    },
  };
}

const NO_ORDER: JsonSchema = {
  type: 'object',
  properties: {
    respCode: { type: 'string', const: '509' },
    respMessage: text,
    data: { type: 'null' },
  },
  required: ['respCode', 'respMessage', 'data'],
};
const NO_ORDER_EXAMPLE = { respCode: '509', respMessage: 'There is no such order.', data: null };
