import { type PartnerCallName, partnerCalls } from '@slipway/contract/partnerCalls.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openPartnerServer } from '../../partner/api/partnerServer.testing.ts';
import { storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { anyCorruptedRequest, expectEnvelope, serializePayload } from './corruptedRequests.testing.ts';
import { etherInquiry, openOwnGateway } from './testGateway.testing.ts';

const RUNS = 150;

const gateway = await openOwnGateway();
const shop = await openPartnerServer(gateway, 'shop');
let orderNo = '';
let token = '';

beforeAll(async () => {
  ({ orderNo } = await storeOrder(gateway.database, { partnerId: 'shop' }));
  const { body } = await shop.call('quote', { ...etherInquiry, country: 'DE' });
  ({ token } = body.data);
});

async function post(name: PartnerCallName, payload: string, headers: Readonly<Record<string, string>>) {
  return gateway.app.inject({
    method: 'POST',
    url: `/gateway/partner/${name}`,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

describe('every corrupted partner request is answered with an envelope', () => {
  test.each(Object.keys(partnerCalls) as PartnerCallName[])('%s', async (name) => {
    const { example, request } = partnerCalls[name];
    const fields = Object.keys(request.shape);
    const live = Object.entries({ orderNo, token }).filter(([field]) => fields.includes(field));
    const corrupted = anyCorruptedRequest(() => ({ ...example.request, ...Object.fromEntries(live) }), fields);
    await fc.assert(
      fc.asyncProperty(corrupted, async (sent) => {
        const payload = serializePayload(sent);
        expectEnvelope(await post(name, payload, shop.createSignatureHeaders(name, payload)), payload);
      }),
      { numRuns: RUNS },
    );
  });
});

/** Headers of printable characters, as Node accepts them. */
const text = fc.string({ unit: fc.constantFrom(...'"();=,:@?*%abcdefsig0129-._ \t~/+'.split('')), maxLength: 200 });

test('answers 401 for any corrupted authentication header', async () => {
  const payload = JSON.stringify({ ...partnerCalls.requestRefund.example.request, orderNo });
  const names = ['authorization', 'content-digest', 'signature-input', 'signature'] as const;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), text, fc.nat(), fc.boolean(), async (name, noise, at, replaces) => {
      const headers = shop.createSignatureHeaders('requestRefund', payload);
      const right = headers[name] ?? '';
      const place = at % (right.length + 1);
      const wrong = replaces ? noise : `${right.slice(0, place)}${noise}${right.slice(place)}`;
      fc.pre(wrong.trim() !== right);
      const answer = await post('requestRefund', payload, { ...headers, [name]: wrong });
      expectEnvelope(answer, payload);
      expect(answer.statusCode).toBe(401);
    }),
    { numRuns: 500 },
  );
});
