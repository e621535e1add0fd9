import type { CallDefinition } from '@slipway/contract/defineCall.ts';
import { partnerCalls } from '@slipway/contract/partnerCalls.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { getErrorKey, openPartnerServer, type PartnerAnswer } from '../../partner/api/partnerServer.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { etherInquiry, openOwnGateway, openTestGateway } from './testGateway.testing.ts';

const gateway = await openOwnGateway();
const shop = await openPartnerServer(gateway, 'shop');
const other = await openPartnerServer(gateway, 'other');

const inquiry = { ...etherInquiry, country: 'DE' };
const KEY = 'an idempotency key'.replaceAll(' ', '-');

function readVerdict(answer: PartnerAnswer): [number, string] {
  return [answer.status, getErrorKey(answer) ?? 'none'];
}

describe('a key', () => {
  test('allows reading', async () => {
    expect(readVerdict(await shop.call('quote', inquiry))).toEqual([200, 'none']);
  });

  test.each([
    ['missing', {}, 'partner_key_missing'],
    ['a malformed key', { authorization: 'Bearer slk_x' }, 'partner_key_unknown'],
    ['another scheme', { authorization: shop.authorization.replace('Bearer', 'Basic') }, 'partner_key_unknown'],
    [
      'another secret',
      { authorization: `${shop.authorization.slice(0, -43)}${'A'.repeat(43)}` },
      'partner_key_unknown',
    ],
    [
      'another id',
      { authorization: shop.authorization.replace(/slk_\w{12}/, 'slk_ABCDEFGHJKLM') },
      'partner_key_unknown',
    ],
  ])('is refused: %s', async (_what, headers, error) => {
    const answer = await shop.post('quote', JSON.stringify(inquiry), headers);
    expect(readVerdict(answer)).toEqual([401, error]);
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="partner"');
  });

  test.each(['origin', 'sec-fetch-site', 'cookie'])('is refused in a request from a page (%s)', async (name) => {
    const headers = { authorization: shop.authorization, [name]: 'same-origin' };
    expect(readVerdict(await shop.post('quote', JSON.stringify(inquiry), headers))).toEqual([403, 'from_browser']);
  });

  test('of a disabled partner is refused, and only a holder of the key gets the reason', async () => {
    const off = await openPartnerServer(gateway, 'off');
    expect(readVerdict(await off.call('quote', inquiry))).toEqual([403, 'partner_off']);
    const guessed = { authorization: `${off.authorization.slice(0, -43)}${'A'.repeat(43)}` };
    expect(readVerdict(await off.post('quote', JSON.stringify(inquiry), guessed))).toEqual([
      401,
      'partner_key_unknown',
    ]);
  });

  test('can be replaced at once, or after a day in which both keys are valid', async () => {
    const opened = await openTestGateway();
    const requestQuote = (server: typeof shop) => server.call('quote', inquiry).then(readVerdict);
    const one = await openPartnerServer(opened, 'shop');
    const two = await openPartnerServer(opened, 'shop');
    expect([await requestQuote(one), await requestQuote(two)]).toEqual([
      [200, 'none'],
      [200, 'none'],
    ]);
    const three = await openPartnerServer(opened, 'shop', { atOnce: true });
    const retired = [401, 'partner_key_retired'];
    expect([await requestQuote(one), await requestQuote(two), await requestQuote(three)]).toEqual([
      retired,
      retired,
      [200, 'none'],
    ]);
    const four = await openPartnerServer(opened, 'shop');
    await opened.database.run(sql`update clock set offset_seconds = offset_seconds + 86400`);
    expect([await requestQuote(three), await requestQuote(four)]).toEqual([retired, [200, 'none']]);
    await opened.close();
  });

  test('is stored as a hash, with the time of its last use', async () => {
    const { row } = await gateway.database.one<{ row: string }>(
      sql`select row_to_json(k)::text as row from partner_keys k where key_id = ${shop.signedParts.keyId}`,
    );
    expect(row).not.toContain(shop.signedParts.secret);
    expect(JSON.parse(row)).toMatchObject({ partner_id: 'shop', last_used_at: expect.any(String) });
  });
});

describe('the partner gateway', () => {
  test('answers every fault in the same envelope', async () => {
    const headers = { authorization: shop.authorization };
    expect(readVerdict(await shop.post('noSuchCall', '{}', headers))).toEqual([404, 'unknown_call']);
    expect(readVerdict(await shop.post('quote', '{', headers))).toEqual([400, 'malformed']);
    expect(readVerdict(await shop.post('quote', '[]', headers))).toEqual([400, 'malformed']);
    expect(readVerdict(await shop.post('quote', JSON.stringify({ x: 'x'.repeat(70_000) }), headers))).toEqual([
      413,
      'body_too_large',
    ]);
    expect(readVerdict(await shop.post('quote', 'x', { ...headers, 'content-type': 'text/plain' }))).toEqual([
      415,
      'unsupported_media_type',
    ]);
    expect(readVerdict(await shop.call('quote', { ...inquiry, country: 'Germany' }))).toEqual([400, 'malformed']);
  });

  test.each(['GET', 'OPTIONS', 'PUT'] as const)(
    'answers %s with 405, without CORS headers and cookies',
    async (method) => {
      const answer = await gateway.app.inject({
        method,
        url: '/gateway/partner/quote',
        headers: { origin: 'https://shop.example' },
      });
      expect(answer.statusCode).toBe(405);
      expect(Object.keys(answer.headers).filter((name) => /^access-control|^set-cookie/.test(name))).toEqual([]);
    },
  );

  test('returns prices for this partner and the requested country', async () => {
    const { body } = await shop.call('quote', inquiry);
    const { token } = body.data as { token: string };
    expect(gateway.quoteTokens.read(token)).toMatchObject({ partnerId: 'shop', country: 'DE' });
    expect(readVerdict(await shop.call('offers', { token }))).toEqual([200, 'none']);
    expect(readVerdict(await other.call('offers', { token }))).toEqual([200, 'quote_unknown']);
    expect(readVerdict(await shop.call('quote', { ...inquiry, country: 'KP' }))).toEqual([200, 'region_denied']);
  });
});

/** A partner's order whose money has arrived. */
async function storePaidOrder(partnerId: string): Promise<string> {
  const { id, orderNo } = await storeOrder(gateway.database, { partnerId });
  await gateway.database.run(sql`update orders set status = 'paid', captured_units = pay_units where id = ${id}`);
  return orderNo;
}

describe('a writing call', () => {
  const definitions = Object.values(partnerCalls) as CallDefinition<'gateway/partner'>[];

  test.each(
    definitions.filter(({ auth }) => auth === 'signature').map(({ name, example }) => [name, example] as const),
  )('%s is refused without a signature', async (name, { request }) => {
    const headers = { authorization: shop.authorization };
    const answer = await shop.post(name, JSON.stringify(request), headers);
    expect(readVerdict(answer)).toEqual([401, 'signature_missing']);
  });

  test('runs once per partner and idempotency key, and refuses the key with other fields', async () => {
    const refundRequest = { orderNo: await storePaidOrder('shop'), reason: 'twice', idempotencyKey: KEY };
    const answers = await Promise.all(Array.from({ length: 5 }, () => shop.call('requestRefund', refundRequest)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({ respCode: '200', data: { orderNo: refundRequest.orderNo } });
    const changed = await shop.call('requestRefund', { ...refundRequest, reason: 'another' });
    expect(readVerdict(changed)).toEqual([200, 'idempotency_conflict']);
    // The same key of another partner is independent.
    const theirs = await other.call('requestRefund', { ...refundRequest, orderNo: await storePaidOrder('other') });
    expect(readVerdict(theirs)).toEqual([200, 'none']);
  });

  test('accepts a signature once', async () => {
    const body = JSON.stringify({
      orderNo: await storePaidOrder('shop'),
      reason: 'once',
      idempotencyKey: `${KEY}-replay`,
    });
    const headers = shop.createSignatureHeaders('requestRefund', body);
    const answers = await Promise.all([1, 2, 3].map(() => shop.post('requestRefund', body, headers)));
    expect(answers.map(readVerdict).toSorted(([a], [b]) => a - b)).toEqual([
      [200, 'none'],
      [401, 'signature_replayed'],
      [401, 'signature_replayed'],
    ]);
  });

  test('needs a signature by the key in its authorization header', async () => {
    const body = JSON.stringify({
      orderNo: await storePaidOrder('shop'),
      reason: 'mine',
      idempotencyKey: `${KEY}-other`,
    });
    const theirs = other.createSignatureHeaders('requestRefund', body);
    expect(readVerdict(await shop.post('requestRefund', body, theirs))).toEqual([200, 'order_unknown']);
    const mixed = { ...theirs, authorization: shop.authorization };
    expect(readVerdict(await shop.post('requestRefund', body, mixed))).toEqual([401, 'signature_key']);
    const named = other.createSignatureHeaders('requestRefund', body, {
      parameters: { keyid: shop.signedParts.keyId },
    });
    expect(
      readVerdict(await shop.post('requestRefund', body, { ...named, authorization: shop.authorization })),
    ).toEqual([401, 'signature_wrong']);
  });

  test('refuses a body that differs from the signed digest', async () => {
    const body = JSON.stringify({
      orderNo: await storePaidOrder('shop'),
      reason: 'exact',
      idempotencyKey: `${KEY}-bytes`,
    });
    const headers = shop.createSignatureHeaders('requestRefund', body);
    expect(readVerdict(await shop.post('requestRefund', `${body} `, headers))).toEqual([401, 'digest_wrong']);
  });

  test('may be repeated with the same key after a refusal', async () => {
    const { orderNo, id } = await storeOrder(gateway.database, { partnerId: 'shop' });
    const refundRequest = { orderNo, reason: 'early', idempotencyKey: `${KEY}-early` };
    expect(readVerdict(await shop.call('requestRefund', refundRequest))).toEqual([200, 'refund_nothing_paid']);
    await gateway.database.run(sql`update orders set status = 'paid', captured_units = pay_units where id = ${id}`);
    expect(readVerdict(await shop.call('requestRefund', refundRequest))).toEqual([200, 'none']);
  });
});

test('the log names the refused key and the reason, and contains no secret', async () => {
  const lines: string[] = [];
  const logged = await openTestGateway({ log: createLog('info', { write: (line) => void lines.push(line) }) });
  const server = await openPartnerServer(logged, 'shop');
  const request = { orderNo: '7KQ2M4XD9TAB3HWPEN56', reason: 'said by a partner', idempotencyKey: KEY };
  const signed = server.createSignatureHeaders('requestRefund', JSON.stringify(request));
  await server.post('requestRefund', JSON.stringify(request), signed);
  await server.post('requestRefund', JSON.stringify(request), signed);
  await server.call('requestRefund', request, { parameters: { nonce: 'short' } });
  await server.post('quote', '{}', { authorization: 'Bearer something else' });
  const logEntries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const { keyId, secret } = server.signedParts;
  expect(logEntries.map(({ level, call, keyId: id, reason }) => [level, call, id, reason])).toEqual([
    [40, 'requestRefund', keyId, 'order_unknown'],
    [40, 'requestRefund', keyId, 'signature_replayed'],
    [40, 'requestRefund', keyId, 'signature_parameter'],
    [40, 'quote', 'none', 'partner_key_unknown'],
  ]);
  for (const hidden of [secret, signed['signature'] ?? '', 'said by a partner', 'something else'])
    expect(lines.join('')).not.toContain(hidden);
  await logged.close();
});

describe('budgets', () => {
  test('an address is blocked for a while after too many unknown keys', async () => {
    const limited = await openTestGateway({ rateLimits: true });
    const server = await openPartnerServer(limited, 'shop');
    const wrong = { authorization: `${server.authorization.slice(0, -43)}${'A'.repeat(43)}` };
    const guess = async () => readVerdict(await server.post('quote', '{}', wrong))[0];
    const answers: number[] = [];
    for (let count = 0; count < 25; count++) answers.push(await guess());
    expect([answers.indexOf(429), answers.filter((status) => status === 401).length]).toEqual([21, 21]);
    expect(readVerdict(await server.call('quote', inquiry))).toEqual([429, 'too_many_requests']);
    await limited.close();
  });

  test('each key has a separate budget', async () => {
    const limited = await openTestGateway({ rateLimits: true });
    const [one, two] = [await openPartnerServer(limited, 'shop'), await openPartnerServer(limited, 'other')];
    const refundRequest = { orderNo: '7KQ2M4XD9TAB3HWPEN56', reason: 'x', idempotencyKey: KEY };
    let answer = await one.call('requestRefund', refundRequest);
    for (let count = 0; count < 120; count++) answer = await one.call('requestRefund', refundRequest);
    expect(readVerdict(answer)).toEqual([429, 'too_many_requests']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(readVerdict(await two.call('requestRefund', refundRequest))).toEqual([200, 'order_unknown']);
    expect(readVerdict(await one.call('quote', inquiry))).toEqual([200, 'none']);
    await limited.close();
  });
});

test.each(Object.values(partnerCalls))('$name refuses an unknown field by its name', async ({ name, example }) => {
  const answer = await shop.call(name, { ...example.request, adress: 'x' } as never);
  expect(answer.body).toMatchObject({
    respCode: '400',
    data: { error: 'malformed', facts: { field: 'adress', problem: 'is not a known field' } },
  });
});
