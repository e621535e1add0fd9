import { randomUUID } from 'node:crypto';
import { calls } from '@slipway/contract/calls.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { etherInquiry, openOwnGateway, testShop } from '../../app/api/testGateway.testing.ts';
import { deriveKeys } from '../../platform/secrets.ts';
import { saveCard } from '../cards/savedCardStore.ts';
import { advanceClock, openTestBrowser, resetClockAfterEach, type TestBrowser } from '../testBrowser.testing.ts';
import { deleteOldMintedTokens } from './mintedTokenStore.ts';
import { MINTED_SECONDS, mintToken } from './mintToken.ts';

const ORIGIN = 'https://shop.example';
const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

const gateway = await openOwnGateway();
resetClockAfterEach(gateway);
const { database } = gateway;
let buyers = 0;

function newEmail(): string {
  buyers += 1;
  return `known${buyers}@example.com`;
}

async function mintTestToken(email: string, partner = testShop): Promise<string> {
  const known = { email, locale: 'de' };
  return (
    await database.transaction((transaction) =>
      mintToken(transaction, deriveKeys(Buffer.from('a secret for these tests alone, long enough')), partner, known),
    )
  ).token;
}

/** Exchanges a token as the page does. */
async function redeem(browser: TestBrowser, authToken: string, origin = ORIGIN): Promise<string> {
  const { body } = await browser.post('authInfo', { authToken, origin });
  if (body.respCode === '200') browser.authToken = (body.data as { authToken: string }).authToken;
  return body.respCode;
}

async function listAccounts(email: string): Promise<object[]> {
  return database.many(sql`select partner_id, locale from buyers where email = ${email} order by partner_id`);
}

describe('a minted token', () => {
  test('opens the partner’s account of the buyer, once', async () => {
    const email = newEmail();
    const token = await mintTestToken(email);
    const browser = openTestBrowser(gateway);
    const answers = await Promise.all([redeem(browser, token), redeem(openTestBrowser(gateway), token)]);
    expect(answers.toSorted()).toEqual(['200', '5002']);
    expect(await redeem(openTestBrowser(gateway), token)).toBe('5002');
    expect(await listAccounts(email)).toEqual([{ partnerId: 'shop', locale: 'de' }]);
  });

  test('opens a session that also needs its cookie', async () => {
    const email = newEmail();
    const browser = openTestBrowser(gateway);
    await redeem(browser, await mintTestToken(email));
    expect((await browser.post('authInfo')).body.data).toMatchObject({ email, kyc_level: 0 });
    browser.cookies.clear();
    expect((await browser.post('authInfo')).body.respCode).toBe('5002');
  });

  test('ends the session that the browser had', async () => {
    const browser = openTestBrowser(gateway);
    await redeem(browser, await mintTestToken(newEmail()));
    const former = openTestBrowser(gateway);
    former.authToken = browser.authToken;
    former.cookies.set('slipway_session', browser.cookies.get('slipway_session') ?? '');
    await redeem(browser, await mintTestToken(newEmail()));
    expect((await former.post('authInfo')).body.respCode).toBe('5002');
    expect((await browser.post('authInfo')).body.respCode).toBe('200');
  });

  test('is not accepted as a session token', async () => {
    const browser = openTestBrowser(gateway);
    browser.authToken = await mintTestToken(newEmail());
    expect((await browser.post('orderList')).body.respCode).toBe('5002');
  });

  test('expires after a minute and is deleted an hour later', async () => {
    const token = await mintTestToken(newEmail());
    await advanceClock(gateway, MINTED_SECONDS + 1);
    expect(await redeem(openTestBrowser(gateway), token)).toBe('5002');
    await advanceClock(gateway, 3600);
    await deleteOldMintedTokens(database);
    expect(await database.many(sql`select 1 from minted_tokens`)).toEqual([]);
  });

  test.each(['', 'https://evil.example', 'https://shop.example.evil.example', 'http://shop.example', 'null'])(
    'is refused when the origin of the page is %j, and stays usable',
    async (origin) => {
      const token = await mintTestToken(newEmail());
      expect(await redeem(openTestBrowser(gateway), token, origin)).toBe('5002');
      expect(await redeem(openTestBrowser(gateway), token)).toBe('200');
    },
  );

  test('is accepted only from its own partner’s pages', async () => {
    const other = await mintTestToken(newEmail(), { ...testShop, id: 'other' });
    expect(await redeem(openTestBrowser(gateway), other)).toBe('5002');
  });
});

describe("a partner's account", () => {
  test('is separate from the buyer’s own account, which no partner opens', async () => {
    const email = newEmail();
    const own = openTestBrowser(gateway);
    await own.login(email);
    await own.post('addCryptoAddress', { crypto: 'ETH', network: 'ethereum', address: ADDRESS, name: 'mine' });
    const partners = openTestBrowser(gateway);
    await redeem(partners, await mintTestToken(email));
    expect((await partners.post('address')).body.data).toEqual([]);
    expect((await own.post('address')).body.data).toHaveLength(1);
    expect(await listAccounts(email)).toMatchObject([{ partnerId: '0' }, { partnerId: 'shop' }]);
    // Login by code still opens the buyer's own account.
    await advanceClock(gateway, 60);
    await partners.login(email);
    expect((await partners.post('address')).body.data).toHaveLength(1);
  });

  test('creates orders for its partner, even if the page names another one', async () => {
    const browser = openTestBrowser(gateway);
    await redeem(browser, await mintTestToken(newEmail()));
    const { body } = await browser.post('offerInquiry', { ...etherInquiry, partnerId: '0' });
    const { token } = body.data as { token: string };
    const wanted = { token, payMethod: 'credit_debit_card', address: ADDRESS, walletType: 'self_hosted' };
    const made = await browser.post('coinOrder', { ...etherInquiry, ...wanted });
    const { orderNo } = made.body.data as { orderNo: string };
    const [order] = await database.many(sql`select partner_id from orders where order_no = ${orderNo}`);
    expect(order).toEqual({ partnerId: 'shop' });
  });

  test('needs a confirmation for a large order to a new address after a partner’s login', async () => {
    const browser = openTestBrowser(gateway);
    await redeem(browser, await mintTestToken(newEmail()));
    const large = { ...etherInquiry, sendCurrencyAmount: '400' };
    const { token } = (await browser.post('offerInquiry', large)).body.data as { token: string };
    const wanted = { token, payMethod: 'credit_debit_card', address: ADDRESS, walletType: 'self_hosted' };
    const { body } = await browser.post('coinOrder', { ...large, ...wanted });
    expect(body).toMatchObject({ data: { error: 'confirmation_needed' } });
  });

  test('needs a confirmation for a saved card above the partner’s daily limit', async () => {
    const email = newEmail();
    const browser = openTestBrowser(gateway);
    await redeem(browser, await mintTestToken(email));
    await browser.post('addKyc', calls.addKyc.example.request);
    const { id: buyerId } = await database.one<{ id: string }>(sql`select id from buyers where email = ${email}`);
    const card = { brand: 'visa', last4: '4242', expiryMonth: 8, expiryYear: 2031, fingerprint: email };
    await saveCard(database, { id: `card_${buyerId}`, buyerId, card: { ...card, paymentMethodId: `pm_${buyerId}` } });
    const order = async () => {
      const { body } = await browser.post('offerInquiry', etherInquiry);
      const wanted = {
        token: (body.data as { token: string }).token,
        payMethod: 'credit_debit_card',
        address: ADDRESS,
      };
      const made = await browser.post('coinOrder', { ...etherInquiry, ...wanted, walletType: 'self_hosted' });
      const { orderNo } = made.body.data as { orderNo: string };
      const submission = { orderNo, submissionId: randomUUID(), cardId: `card_${buyerId}` };
      return async () => (await browser.post('payOrder', submission)).body;
    };
    const pressPay = await order();
    const refused = { respCode: '509', data: { error: 'confirmation_needed' } };
    expect(await pressPay()).toMatchObject(refused);
    gateway.partners.set('shop', { ...testShop, savedCardCentsPerDay: 15_000n });
    expect(await (await order())()).toMatchObject({ respCode: '200' });
    expect(await pressPay()).toMatchObject(refused);
    await browser.post('sendCode', { email });
    await browser.post('confirmLogin', { code: await browser.newestCode(email) });
    expect(await pressPay()).toMatchObject({ respCode: '200' });
    gateway.partners.set('shop', testShop);
  });

  test('counts the payments of all accounts of its email address towards the limit below which no document is needed', async () => {
    const email = newEmail();
    const own = openTestBrowser(gateway);
    await own.login(email);
    const partners = openTestBrowser(gateway);
    await redeem(partners, await mintTestToken(email));
    await createPaidOrder(own, email);
    const largerQuote = await partners.post('offerInquiry', { ...etherInquiry, sendCurrencyAmount: '200' });
    const offers = await partners.post('offerList', {
      ...etherInquiry,
      token: (largerQuote.body.data as { token: string }).token,
      payMethod: 'credit_debit_card',
    });
    expect(offers.body.data).toMatchObject({ offerList: [{ identity: 'document' }] });
  });
});

/** Creates a paid order of 600 euros in the buyer's own account. */
async function createPaidOrder(browser: TestBrowser, email: string): Promise<void> {
  const inquiry = { ...etherInquiry, sendCurrencyAmount: '600' };
  const { body } = await browser.post('offerInquiry', inquiry);
  const { token } = body.data as { token: string };
  const wanted = { token, payMethod: 'credit_debit_card', address: ADDRESS, walletType: 'self_hosted' };
  await browser.post('coinOrder', { ...inquiry, ...wanted });
  await database.run(sql`
    update orders set captured_units = pay_units
    where buyer_id = (select id from buyers where email = ${email} and partner_id = '0')`);
}
