import fc from 'fast-check';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { type DocumentReader, readDocument } from '../../openapi/generateRequests.testing.ts';
import type { OpenApiDocument } from '../../openapi/openApiTypes.ts';
import { openPartnerServer } from '../../partner/api/partnerServer.testing.ts';
import { storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { etherInquiry, openOwnGateway } from './testGateway.testing.ts';

/** Requests of each kind over all calls. */
const REQUESTS = Number(process.env['GENERATED_REQUESTS'] ?? 360);
const seed = Number(process.env['GENERATED_SEED'] ?? 38);

/** A document and one of its calls. */
const CALLS = [
  ['/openapi-partner.json', 'quote'],
  ['/openapi-partner.json', 'offers'],
  ['/openapi-partner.json', 'createSession'],
  ['/openapi-partner.json', 'mintAuthToken'],
  ['/openapi-partner.json', 'orderStatus'],
  ['/openapi-partner.json', 'orders'],
  ['/openapi-partner.json', 'events'],
  ['/openapi-partner.json', 'requestRefund'],
  ['/openapi.json', 'offerInquiry'],
] as const;
const RUNS = { numRuns: Math.ceil(REQUESTS / CALLS.length), seed, endOnFailure: true };

const gateway = await openOwnGateway();
const shop = await openPartnerServer(gateway, 'shop');
const documents = new Map<string, DocumentReader>();
const paths = new Map<string, string[]>();
let orderNo = '';

beforeAll(async () => {
  for (const file of ['/openapi-partner.json', '/openapi.json']) {
    const document = (await gateway.app.inject(file)).json<OpenApiDocument>();
    documents.set(file, readDocument(document));
    paths.set(file, Object.keys(document.paths));
  }
  const order = await storeOrder(gateway.database, { partnerId: 'shop', reference: 'cart 17' });
  ({ orderNo } = order);
  await gateway.database.run(sql`update orders set status = 'paid', captured_units = pay_units where id = ${order.id}`);
});

/** Returns existing values by field. A quote is valid for a minute. */
async function readExistingValues() {
  const { token } = (await shop.call('quote', { ...etherInquiry, country: 'DE' })).body.data as { token: string };
  return { orderNo, token };
}

function findPath(file: string, name: string): string {
  return file === '/openapi.json' ? `/gateway/buying/${name}` : `/gateway/partner/${name}`;
}

function buildCall(file: string, name: string) {
  const read = documents.get(file);
  if (!read) throw new Error(`${file} was not read`);
  return read(findPath(file, name));
}

type Answer = {
  readonly status: number;
  readonly body: { readonly respCode: string; readonly data: { readonly error?: string; readonly facts?: object } };
};

async function send(file: string, name: string, sent: object): Promise<Answer> {
  const payload = JSON.stringify(sent);
  const headers = file === '/openapi.json' ? {} : shop.createSignatureHeaders(name as 'quote', payload);
  const answer = await gateway.app.inject({
    method: 'POST',
    url: findPath(file, name),
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: answer.statusCode, body: answer.json() };
}

test('tests every call of the partner document', () => {
  const here = CALLS.filter(([file]) => file === '/openapi-partner.json').map(([file, name]) => findPath(file, name));
  expect(here.toSorted()).toEqual(paths.get('/openapi-partner.json')?.toSorted());
});

describe.each(CALLS)('%s %s', (file, name) => {
  test('answers a valid request as the document describes, never as malformed', async () => {
    const call = buildCall(file, name);
    const codes = new Set<string>();
    const live = await readExistingValues();
    await fc.assert(
      fc.asyncProperty(call.generateValid(live), async (sent) => {
        const { status, body } = await send(file, name, sent);
        expect(status, JSON.stringify(body)).toBe(200);
        expect(call.findAnswerFault(status, body), JSON.stringify(body)).toBeNull();
        codes.add(body.respCode);
      }),
      RUNS,
    );
    expect(codes.has('200'), 'at least one request succeeded').toBe(true);
  });

  test('names the field of an invalid request', async () => {
    const call = buildCall(file, name);
    await fc.assert(
      fc.asyncProperty(call.generateWrong(), async ({ sent, named }) => {
        const { status, body } = await send(file, name, sent);
        expect([status, body.data.error], JSON.stringify(body)).toEqual([400, 'malformed']);
        expect(call.findAnswerFault(status, body)).toBeNull();
        expect(named).toContain((body.data.facts as { field?: string }).field);
      }),
      RUNS,
    );
  });
});
