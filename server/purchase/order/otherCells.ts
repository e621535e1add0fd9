import { calls } from '@slipway/contract/calls.ts';
import type { AnyCallDefinition } from '@slipway/contract/defineCall.ts';
import { type ErrorKey, errors, errorText } from '@slipway/contract/errors.ts';
import { partnerCalls } from '@slipway/contract/partnerCalls.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Cells } from '../../platform/config/cells.ts';
import { GATEWAY_PATH } from '../../platform/http/gateway.ts';
import { PURCHASE_PAGES } from '../../platform/http/openedVisits.ts';
import { originElsewhere } from './orderNumber.ts';

/** Calls that name an order, by their path, with the refusal of those that find none. */
const CALLS: ReadonlyMap<string, ErrorKey> = new Map([
  ...pathsOf(GATEWAY_PATH, Object.values(calls)).map((path) => [path, 'order_not_found'] as const),
  [`${GATEWAY_PATH}/orderEvents`, 'order_not_found'],
  ...pathsOf('/gateway/partner', Object.values(partnerCalls)).map((path) => [path, 'order_unknown'] as const),
]);

function pathsOf(folder: string, definitions: readonly AnyCallDefinition[]): string[] {
  return definitions.filter(({ request }) => 'orderNo' in request.shape).map(({ name }) => `${folder}/${name}`);
}

/** 307, and not 308: what was asked for is asked again in the same way, and nobody keeps the answer for ever. */
const ELSEWHERE = 307;

/**
 * Leads on whoever names an order of another cell, by its number alone, to the same path and query there: buyers' pages, and
 * calls of programs with their method and body. A cell never leads to itself, nor to any origin but those of CELLS.
 */
export function registerOtherCells(app: FastifyInstance, cells: Cells): void {
  app.addHook('preHandler', async (request, reply) => {
    const refusal = CALLS.get(request.routeOptions.url ?? '');
    const location = locationElsewhere(cells, request, refusal === undefined ? orderOfPage(request) : orderOf(request));
    if (location === undefined) return;
    // A page's own call could not follow it, by its policy: it is told that there is no such order here.
    if (refusal !== undefined && isOfBrowser(request)) return;
    void reply.code(ELSEWHERE).headers({ location, 'cache-control': 'no-store' });
    return refusal === undefined ? reply.send() : sendRefusal(reply, refusal);
  });
}

function locationElsewhere(cells: Cells, { url }: FastifyRequest, orderNo: unknown): string | undefined {
  const origin = originElsewhere(cells, orderNo);
  if (origin === undefined) return undefined;
  // A request's first line may say a whole address instead of a path: then the two are another place together, or none.
  const location = URL.parse(`${origin}${url}`);
  return location?.origin === origin ? location.href : undefined;
}

/** The first of each name, as the pages read it. */
function orderOfPage({ method, url }: FastifyRequest): string | undefined {
  const [path = '', query] = url.split('?', 2);
  if (!(method === 'GET' || method === 'HEAD') || !PURCHASE_PAGES.test(path)) return undefined;
  const said = new URLSearchParams(query);
  return said.get('orderNo') ?? said.get('orderToken') ?? undefined;
}

/** As the call reads it. */
function orderOf({ method, body, query }: FastifyRequest): unknown {
  return ((method === 'POST' ? body : query) as { readonly orderNo?: unknown } | null | undefined)?.orderNo;
}

function isOfBrowser({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;
}

/** For whoever does not follow. */
function sendRefusal(reply: FastifyReply, key: ErrorKey) {
  const { respCode } = errors[key];
  reply.respCode = respCode;
  return reply.send({ respCode, respMessage: errorText(key, {}), data: { error: key, facts: {} } });
}
