import { calls } from '@slipway/contract/calls.ts';
import type { AnyCallDefinition } from '@slipway/contract/defineCall.ts';
import { type ErrorKey, errors, errorText } from '@slipway/contract/errors.ts';
import { partnerCalls } from '@slipway/contract/partnerCalls.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Cells } from '../../../platform/config/cells.ts';
import { GATEWAY_PATH } from '../../../platform/http/gateway/gateway.ts';
import { PURCHASE_PAGES } from '../../../platform/http/headers/openerPolicy.ts';
import { findOtherCellOrigin } from './orderNumber.ts';

/** The paths of all calls with an order number, each with its error for an unknown order. */
const ORDER_CALLS: ReadonlyMap<string, ErrorKey> = new Map([
  ...listPaths(GATEWAY_PATH, Object.values(calls)).map((path) => [path, 'order_not_found'] as const),
  [`${GATEWAY_PATH}/orderEvents`, 'order_not_found'],
  ...listPaths('/gateway/partner', Object.values(partnerCalls)).map((path) => [path, 'order_unknown'] as const),
]);

function listPaths(folder: string, definitions: readonly AnyCallDefinition[]): string[] {
  return definitions.filter(({ request }) => 'orderNo' in request.shape).map(({ name }) => `${folder}/${name}`);
}

/** 307, not 308: the client repeats the same method and body, and does not cache the redirect permanently. */
const REDIRECT_STATUS = 307;

/**
 * Redirects a request for an order of another cell, recognized by its number, to the same path and query there: pages, and
 * API calls of servers with their method and body. A cell never redirects to itself, nor to an origin outside CELLS.
 */
export function registerCellRedirects(app: FastifyInstance, cells: Cells): void {
  app.addHook('preHandler', async (request, reply) => {
    const refusal = ORDER_CALLS.get(request.routeOptions.url ?? '');
    const location = findLocation(
      cells,
      request,
      refusal === undefined ? readPageOrderNo(request) : readCallOrderNo(request),
    );
    if (location === undefined) return;
    // The content security policy of a page prevents its calls from following the redirect: they get the error for an unknown
    // order.
    if (refusal !== undefined && isBrowserRequest(request)) return;
    void reply.code(REDIRECT_STATUS).headers({ location, 'cache-control': 'no-store' });
    return refusal === undefined ? reply.send() : sendRefusal(reply, refusal);
  });
}

function findLocation(cells: Cells, { url }: FastifyRequest, orderNo: unknown): string | undefined {
  const origin = findOtherCellOrigin(cells, orderNo);
  if (origin === undefined) return undefined;
  // A request line may contain an absolute URL instead of a path: then the joined URL has another origin or is invalid.
  const location = URL.parse(`${origin}${url}`);
  return location?.origin === origin ? location.href : undefined;
}

/** Reads the order number from a page's query; like the pages, it takes the first value of each name. */
function readPageOrderNo({ method, url }: FastifyRequest): string | undefined {
  const [path = '', query] = url.split('?', 2);
  if (!(method === 'GET' || method === 'HEAD') || !PURCHASE_PAGES.test(path)) return undefined;
  const parameters = new URLSearchParams(query);
  return parameters.get('orderNo') ?? parameters.get('orderToken') ?? undefined;
}

/** Reads the order number as the call does. */
function readCallOrderNo({ method, body, query }: FastifyRequest): unknown {
  return ((method === 'POST' ? body : query) as { readonly orderNo?: unknown } | null | undefined)?.orderNo;
}

function isBrowserRequest({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;
}

/** Sends the body for clients that do not follow redirects. */
function sendRefusal(reply: FastifyReply, key: ErrorKey) {
  const { respCode } = errors[key];
  reply.respCode = respCode;
  return reply.send({ respCode, respMessage: errorText(key, {}), data: { error: key, facts: {} } });
}
