import type { CallData } from '@slipway/contract/calls.ts';
import { sessionTerms } from '@slipway/contract/entities/partnerSession.ts';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { advanceClock, resetClockAfterEach } from '../../account/testBrowser.testing.ts';
import { etherInquiry, openOwnGateway, type TestAnswer, testShop } from '../../app/api/testGateway.testing.ts';
import { rotateLinkKey } from '../../partner/linkKeyStore.ts';
import { testKeys } from '../../partner/testPartner.testing.ts';
import { randomToken, sha256 } from '../../platform/secrets.ts';
import { createSessionId, SESSION_SECONDS } from './createSession.ts';
import { deleteOldPartnerSessions, insertPartnerSession } from './partnerSessionStore.ts';
import { signLink } from './signedLink.testing.ts';

const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const OTHER_ADDRESS = '0x2546BcD3c84621e976D8185a91A922aE77ECEc30';
const HOUR = 3600;

const gateway = await openOwnGateway();
resetClockAfterEach(gateway);
const { database } = gateway;
// One of the tests changes the key.
let linkKey: Awaited<ReturnType<typeof rotateLinkKey>>;
beforeEach(async () => {
  linkKey = await database.transaction((transaction) =>
    rotateLinkKey(transaction, testKeys.partnerSecrets, testShop.id, { atOnce: true }),
  );
});

type Fixed = z.input<typeof sessionTerms>;

/** Returns the token of a session of the shop with these terms. */
async function storeSession(fixed: Fixed, partnerId = testShop.id): Promise<string> {
  const token = `open_${randomToken()}`;
  await insertPartnerSession(database, {
    id: createSessionId(),
    partnerId,
    terms: sessionTerms.parse(fixed),
    openerHash: sha256(token),
    seconds: SESSION_SECONDS,
  });
  return token;
}

async function open(session: string): Promise<TestAnswer> {
  return gateway.post('openSession', { session });
}

function getOpenedSession({ body }: TestAnswer): CallData<'openSession'> {
  return body.data;
}

/** Returns the proof with which the page of a session continues. */
async function createProof(fixed: Fixed): Promise<string> {
  return getOpenedSession(await open(await storeSession(fixed))).partnerSession;
}

async function placeOrder(
  partnerSession: string,
  change: object = {},
  inquiryChange: object = {},
): Promise<TestAnswer> {
  const quoted = await gateway.post('offerInquiry', { ...etherInquiry, ...inquiryChange });
  const { token } = quoted.body.data as { token: string };
  return gateway.post('coinOrder', {
    ...etherInquiry,
    token,
    payMethod: 'credit_debit_card',
    address: ADDRESS,
    walletType: 'self_hosted',
    partnerSession,
    ...change,
  });
}

/** Returns why a session or link was not opened, and the partner that the error contains. */
function getRefusal({ body }: TestAnswer): object {
  return (body.data as { facts: object }).facts;
}

function getError({ body }: TestAnswer): string {
  return (body.data as { error?: string }).error ?? 'none';
}

describe('a session', () => {
  test('is opened once, within five minutes', async () => {
    const session = await storeSession({ ...etherInquiry, address: ADDRESS });
    const [one, other] = await Promise.all([open(session), open(session)]);
    expect([getError(one), getError(other)].toSorted()).toEqual(['link_ended', 'none']);
    expect(getError(await open(session))).toBe('link_ended');
    const late = await storeSession({});
    await advanceClock(gateway, SESSION_SECONDS + 1);
    expect(getError(await open(late))).toBe('link_ended');
    expect(getError(await open('open_anything'))).toBe('link_ended');
  });

  test('that is refused names the reason and its partner', async () => {
    const session = await storeSession({});
    await open(session);
    expect(getRefusal(await open(session))).toEqual({ reason: 'used', partnerId: 'shop' });
    const late = await storeSession({});
    await advanceClock(gateway, SESSION_SECONDS + 1);
    expect(getRefusal(await open(late))).toEqual({ reason: 'expired', partnerId: 'shop' });
    expect(getRefusal(await open('<!doctype html>'))).toEqual({ reason: 'unknown' });
  });

  test('is opened again with its proof by the page that lost the answer', async () => {
    const proof = randomToken(32);
    const again = (session: string, by = proof) => gateway.post('openSession', { session, proof: by });
    for (const session of [
      await storeSession({ reference: 'cart 17' }),
      await signLink(linkKey, { reference: 'cart 17', origin: 'https://shop.example' }),
    ]) {
      const by = randomToken(32);
      const [one, other] = [await again(session, by), await again(session, by)];
      expect(getOpenedSession(one)).toMatchObject({ partnerSession: by, reference: 'cart 17' });
      expect(getOpenedSession(other)).toEqual(getOpenedSession(one));
      expect(getRefusal(await again(session))).toEqual({ reason: 'used', partnerId: 'shop' });
    }
    await again(await storeSession({}));
    expect(getError(await again(await storeSession({})))).toBe('malformed');
  });

  test('of a removed partner is refused', async () => {
    const refused = await open(await storeSession({}, 'gone'));
    expect([getError(refused), getRefusal(refused)]).toEqual(['link_ended', { reason: 'partner', partnerId: 'gone' }]);
  });

  test('creates orders only with its fixed terms', async () => {
    const proof = await createProof({ ...etherInquiry, address: ADDRESS, payMethod: 'credit_debit_card' });
    expect(getError(await placeOrder(proof, { address: OTHER_ADDRESS }))).toBe('session_fixed');
    expect(getError(await placeOrder(proof, {}, { sendCurrencyAmount: '101' }))).toBe('session_fixed');
    expect(getError(await placeOrder(proof, {}, { sendCurrency: 'USD' }))).toBe('session_fixed');
    expect(getError(await placeOrder(proof, { payMethod: 'apple_pay' }))).toBe('session_fixed');
    expect(getError(await placeOrder(proof))).toBe('none');
    // The terms may be spelled differently, and several orders may be created.
    expect(
      getError(await placeOrder(proof, { address: ADDRESS.toLowerCase() }, { sendCurrencyAmount: '100.00' })),
    ).toBe('none');
  });

  test('with an amount to receive fixes that amount', async () => {
    const wanted = { sendCurrencyAmount: '', getCurrencyAmount: '0.05' };
    const proof = await createProof({ sendCurrency: 'EUR', getCurrency: 'ETH', getCurrencyAmount: '0.05' });
    expect(getError(await placeOrder(proof, wanted, wanted))).toBe('none');
    expect(getError(await placeOrder(proof))).toBe('session_fixed');
    const more = { ...wanted, getCurrencyAmount: '0.051' };
    expect(getError(await placeOrder(proof, more, more))).toBe('session_fixed');
  });

  test('with proposed terms lets the buyer change them', async () => {
    const proposed = { ...etherInquiry, address: ADDRESS, amountFixed: false, addressFixed: false };
    const proof = await createProof(proposed);
    expect(getError(await placeOrder(proof, { address: OTHER_ADDRESS }, { sendCurrencyAmount: '150' }))).toBe('none');
  });

  test('sets the partner, reference and redirect of its orders', async () => {
    const proof = await createProof({ reference: 'cart 17', redirectUrl: 'https://shop.example/thanks' });
    const made = await placeOrder(
      proof,
      { redirectUrl: 'https://evil.example' },
      { partnerId: '0', reference: 'cart 1' },
    );
    const { orderNo } = made.body.data as { orderNo: string };
    const kept = await database.one(sql`
      select o.partner_id, o.reference, o.redirect_url, s.partner_id as sessions_partner from orders o
      join partner_sessions s on s.id = o.partner_session where o.order_no = ${orderNo}`);
    expect(kept).toEqual({
      partnerId: 'shop',
      reference: 'cart 17',
      redirectUrl: 'https://shop.example/thanks',
      sessionsPartner: 'shop',
    });
    const { body } = await database.one<{ body: string }>(sql`select body from partner_events where lane = ${orderNo}`);
    expect(JSON.parse(body).data).toMatchObject({
      reference: 'cart 17',
      sessionId: expect.stringMatching(/^session_/),
    });
  });

  test('creates orders for a day, and is deleted after thirty days', async () => {
    const proof = await createProof({});
    await advanceClock(gateway, 24 * HOUR - 60);
    // The session is still valid, but the quote has expired by the database's clock.
    expect(getError(await placeOrder(proof))).toBe('price_expired');
    await advanceClock(gateway, 120);
    expect(getError(await placeOrder(proof))).toBe('session_fixed');
    await advanceClock(gateway, 31 * 24 * HOUR);
    await deleteOldPartnerSessions(database);
    expect(await database.many(sql`select id from partner_sessions`)).toEqual([]);
  });
});

describe('a signed link', () => {
  const wanted = { ...etherInquiry, address: ADDRESS, origin: 'https://shop.example' };

  test('is opened once', async () => {
    const link = await signLink(linkKey, wanted);
    const answers = await Promise.all([open(link), open(link), open(link)]);
    expect(answers.map(getError).toSorted()).toEqual(['link_ended', 'link_ended', 'none']);
    expect(getError(await open(link))).toBe('link_ended');
    const [opened] = answers.filter((answer) => getError(answer) === 'none').map(getOpenedSession);
    expect(opened).toMatchObject({ partnerId: 'shop', address: ADDRESS, addressFixed: true });
    expect(getError(await placeOrder(opened?.partnerSession ?? '', { address: OTHER_ADDRESS }))).toBe('session_fixed');
  });

  test('is checked against the real time, not the sandbox’s clock', async () => {
    await advanceClock(gateway, HOUR);
    expect(getError(await open(await signLink(linkKey, wanted)))).toBe('none');
  });

  test('is accepted only for origins of its own partner', async () => {
    expect(getError(await open(await signLink(linkKey, { ...wanted, origin: 'https://evil.example' })))).toBe(
      'link_ended',
    );
    const strangersKey = { ...linkKey, id: 'link_stranger' };
    expect(getError(await open(await signLink(strangersKey, wanted)))).toBe('link_ended');
  });

  test('that is refused names the reason, and the partner if its signature is valid', async () => {
    const link = await signLink(linkKey, wanted);
    await open(link);
    expect(getRefusal(await open(link))).toEqual({ reason: 'used', partnerId: 'shop' });
    const at = (seconds: number) => ({ now: new Date(Date.now() + seconds * 1000) });
    expect(getRefusal(await open(await signLink(linkKey, wanted, at(-400))))).toEqual({
      reason: 'expired',
      partnerId: 'shop',
    });
    expect(getRefusal(await open(await signLink(linkKey, wanted, at(60))))).toEqual({
      reason: 'early',
      partnerId: 'shop',
    });
    const elsewhere = { ...wanted, origin: 'https://evil.example' };
    expect(getRefusal(await open(await signLink(linkKey, elsewhere)))).toEqual({ reason: 'origin', partnerId: 'shop' });
    const forged = await signLink({ ...linkKey, secret: Buffer.alloc(32) }, wanted, at(-400));
    expect(getRefusal(await open(forged))).toEqual({ reason: 'unknown' });
  });

  test('with an unknown claim is refused, and names the claim', async () => {
    const { address, ...others } = wanted;
    const refused = await open(await signLink(linkKey, { ...others, adress: address }));
    expect(getError(refused)).toBe('malformed');
    expect(getRefusal(refused)).toEqual({ field: 'adress', problem: 'is not a known field', partnerId: 'shop' });
  });

  test('for goods buys the amount of the goods order, and contains its number', async () => {
    const goods = { goodsOrderAmount: '0.05', goodsOrderCurrency: 'ETH' };
    const named = { sendCurrency: 'EUR', getCurrency: 'ETH', ...goods, origin: wanted.origin, jti: randomToken() };
    const opened = getOpenedSession(await open(await signLink(linkKey, named)));
    expect(opened).toMatchObject({ ...goods, getCurrencyAmount: '0.05', amountFixed: true });
    const less = { sendCurrencyAmount: '', getCurrencyAmount: '0.049' };
    expect(getError(await placeOrder(opened.partnerSession, less, less))).toBe('session_fixed');
    const alone = await open(await signLink(linkKey, { ...named, goodsOrderCurrency: '', jti: randomToken() }));
    expect(alone.body.respMessage).toMatch(/^goodsOrderCurrency: /);
  });

  test('with terms that cannot be bought is refused, and its nonce can be used again', async () => {
    const nonce = { jti: randomToken() };
    const bad = await open(
      await signLink(linkKey, { ...wanted, ...nonce, address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }),
    );
    expect(bad.body.respMessage).toMatch(/^address: is no address for ETH/);
    expect(getError(await open(await signLink(linkKey, { ...wanted, ...nonce })))).toBe('none');
    expect(getError(await open(await signLink(linkKey, { ...wanted, ...nonce })))).toBe('link_ended');
  });

  test('of a replaced key is accepted for a day, unless the key was replaced at once', async () => {
    const change = (atOnce: boolean) =>
      database.transaction((transaction) => rotateLinkKey(transaction, testKeys.partnerSecrets, 'shop', { atOnce }));
    const next = await change(false);
    expect(getError(await open(await signLink(linkKey, wanted)))).toBe('none');
    await change(true);
    expect(getError(await open(await signLink(linkKey, wanted)))).toBe('link_ended');
    expect(getError(await open(await signLink(next, wanted)))).toBe('link_ended');
  });
});
