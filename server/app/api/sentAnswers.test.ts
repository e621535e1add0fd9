import { DOCUMENT_ANSWERS_ID, type DocumentAnswers } from '@slipway/contract/firstQuote.ts';
import { describe, expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { NO_PARTNER } from '../../partner/partner.ts';
import { COMMON_BUDGET } from '../../platform/http/limits/rateLimits.ts';
import { createAnswerPrefetcher, embedAnswers } from '../../platform/http/pages/answerPrefetcher.ts';
import { requireCrypto } from '../../purchase/catalog/catalog.ts';
import { etherInquiry, openOwnGateway } from './testGateway.testing.ts';

const gateway = await openOwnGateway({ rateLimits: true, trustedProxies: ['127.0.0.1'] });
const { app, post } = gateway;
let operatorSells = true;
const prefetchAnswers = createAnswerPrefetcher({
  answerCall: app.answerCall,
  origin: 'https://pay.example',
  isQuotedInternally: () => operatorSells,
  now: () => new Date('2026-11-26T12:00:00.400Z'),
  noPartner: NO_PARTNER,
});
app.get('/page', async (request, reply) => ({ answers: await prefetchAnswers(request, reply) }));

async function visit(headers: Readonly<Record<string, string>> = {}): Promise<DocumentAnswers | null> {
  const answer = await app.inject({ url: '/page', headers: { ...headers } });
  return (answer.json() as { answers: DocumentAnswers | null }).answers;
}

const bitcoin = requireCrypto(seededSettings().catalog, 'BTC').asset.id;
const NOTHING_LEFT = { freeUnits: 0n, nativeFreeUnits: 0n, observedAt: new Date() };
const listCalls = (sent: DocumentAnswers | null) => sent?.answers.map(({ call }) => call);

describe('the answers embedded in a page', () => {
  test('equal the answers of its calls', async () => {
    const sent = await visit({ 'accept-language': 'de' });
    expect(sent?.date).toBe('Thu, 26 Nov 2026 12:00:00 GMT');
    expect(listCalls(sent)).toEqual(['payList', 'getList', 'offerInquiry', 'priceList']);
    for (const { call, request, answer } of sent?.answers ?? []) {
      const { body } = await post(call, request, { 'accept-language': 'de' });
      // Each quote has its own id.
      if (call === 'offerInquiry') expect(Object.keys(body.data)).toEqual(Object.keys((answer as typeof body).data));
      else expect(body).toEqual(answer);
    }
    const [, , quote] = sent?.answers ?? [];
    expect(quote?.request).toMatchObject({ sendCurrency: 'EUR', sendCurrencyAmount: '100', partnerId: '0' });
    const token = (quote?.answer as { data?: { token: string } })?.data?.token ?? '';
    const issued = gateway.quoteTokens.open(token);
    expect(issued?.attribution()?.partnerId).toBe(NO_PARTNER);
  });

  test('name the referring page unless it is one of this site or its address is too long', async () => {
    const readRequest = async (referer: string) => (await visit({ referer }))?.answers[2]?.request;
    expect(await readRequest('https://shop.example/cart')).toMatchObject({ refererUrl: 'https://shop.example/cart' });
    expect(await readRequest('https://pay.example/my-order')).toMatchObject({ refererUrl: '' });
    expect(await readRequest('no address')).toMatchObject({ refererUrl: 'no address' });
    expect(await readRequest(`https://shop.example/${'x'.repeat(3000)}`)).toMatchObject({ refererUrl: '' });
  });

  test('are absent with a session, or when another provider must be queried', async () => {
    expect(await visit({ cookie: 'slipway_session=x' })).toBeNull();
    expect(await visit({ cookie: '__Host-slipway_session=x' })).toBeNull();
    operatorSells = false;
    expect(await visit()).toBeNull();
    operatorSells = true;
    expect(listCalls(await visit())).toHaveLength(4);
  });

  test('are absent in a region that is not served, and only lists when there is no price', async () => {
    expect(await visit({ 'x-sandbox-country': 'KP' })).toBeNull();
    gateway.funds.set(bitcoin, NOTHING_LEFT);
    expect(listCalls(await visit())).toEqual(['payList', 'getList']);
    gateway.funds.delete(bitcoin);
  });

  test('count against the budgets of their calls', async () => {
    // An address that no other test uses: its budget is used up here.
    const there = { 'x-sandbox-country': 'FR', 'x-forwarded-for': '203.0.112.77' };
    for (let visits = 0; visits * 4 < COMMON_BUDGET.points; visits += 1) await visit(there);
    expect((await post('offerInquiry', etherInquiry, there)).body).toMatchObject({
      data: { error: 'too_many_requests' },
    });
    expect(await visit(there)).toBeNull();
  });
});

test('escapes answers so that they cannot end the script', () => {
  const answers = { date: '', answers: [{ call: 'payList', request: { x: '</script><!--' }, answer: {} }] } as const;
  const page = embedAnswers('<body>$&</body>', answers);
  expect(page).toBe(
    `<body>$&<script type="application/json" id="${DOCUMENT_ANSWERS_ID}">${String.raw`{"date":"","answers":[{"call":"payList","request":{"x":"\u003c/script>\u003c!--"},"answer":{}}]}`}</script></body>`,
  );
});
