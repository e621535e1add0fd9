import { describe, expect, test } from 'vitest';
import { MINTED_SECONDS } from '../../account/login/mintToken.ts';
import { advanceClock, openTestBrowser, resetClockAfterEach } from '../../account/testBrowser.testing.ts';
import { getErrorKey, openPartnerServer } from '../../partner/api/partnerServer.testing.ts';
import { SESSION_SECONDS } from '../../purchase/session/createSession.ts';
import { etherInquiry, openOwnGateway } from './testGateway.testing.ts';

const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

const gateway = await openOwnGateway();
resetClockAfterEach(gateway);
const shop = await openPartnerServer(gateway, 'shop');
let counter = 0;

/** Returns a new key each time. */
function createKeyField(): { idempotencyKey: string } {
  counter += 1;
  return { idempotencyKey: `a-wish-of-the-tests-${counter}` };
}

type Session = { readonly session: string; readonly sessionId: string; readonly url: string };

describe('a session', () => {
  test('is created by the partner’s server and opened by its buyer', async () => {
    const made = await shop.call('createSession', {
      ...etherInquiry,
      address: ADDRESS.toLowerCase(),
      ...createKeyField(),
    });
    const { session, sessionId, url } = made.body.data as Session;
    expect(url).toBe(`${gateway.publicUrl}/order?partnerId=shop&session=${session}`);
    expect(sessionId).not.toContain(session);
    const opened = await gateway.post('openSession', { session });
    expect(opened.body.data).toMatchObject({ partnerId: 'shop', address: ADDRESS, sendCurrencyAmount: '100' });
  });

  test('is the same when the request is repeated', async () => {
    const inquiry = { ...etherInquiry, ...createKeyField() };
    const [one, other] = [await shop.call('createSession', inquiry), await shop.call('createSession', inquiry)];
    expect(other.body.data).toEqual(one.body.data);
  });

  test('finds only the order made in it, even if other orders have its reference', async () => {
    const reference = 'cart 17';
    const made = await shop.call('createSession', { ...etherInquiry, reference, ...createKeyField() });
    const { session, sessionId } = made.body.data as Session;
    const { partnerSession } = (await gateway.post('openSession', { session })).body.data as { partnerSession: string };
    const order = async (more: object) => {
      const quoted = await gateway.post('offerInquiry', { ...etherInquiry, partnerId: 'shop', reference });
      const { token } = quoted.body.data as { token: string };
      const wanted = { token, payMethod: 'credit_debit_card', address: ADDRESS, walletType: 'self_hosted', ...more };
      const { body } = await gateway.post('coinOrder', { ...etherInquiry, ...wanted });
      return (body.data as { orderNo: string }).orderNo;
    };
    const own = await order({ partnerSession });
    const strangers = await order({});
    const findOrderNo = async (by: object) =>
      ((await shop.call('orderStatus', by)).body.data as { orderNo?: string }).orderNo;
    expect(await findOrderNo({ sessionId })).toBe(own);
    expect(await findOrderNo({ reference })).toBe(strangers);
    expect(await findOrderNo({ sessionId, reference })).toBeUndefined();
    expect(await findOrderNo({ sessionId: 'session_of_nobody' })).toBeUndefined();
  });

  test.each([
    [{ getCurrency: 'DOGE2' }, 'getCurrency: is not sold here'],
    [{ sendCurrency: 'XXX' }, 'sendCurrency: is not accepted here'],
    [{ address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }, 'address: is no address for ETH'],
    [{ address: '0x000000000000000000000000000000000000dEaD' }, 'address: cannot receive ETH (burn_address)'],
    [{ address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }, 'address: cannot receive ETH (token_contract)'],
    [{ redirectUrl: 'https://evil.example' }, 'redirectUrl: has an origin that is not registered for you'],
  ])('of %o is refused with the field and the reason', async (change, message) => {
    const answer = await shop.call('createSession', { ...etherInquiry, ...change, ...createKeyField() });
    expect([answer.status, getErrorKey(answer)]).toEqual([200, 'terms_refused']);
    expect(answer.body).toMatchObject({ respCode: '509', respMessage: message });
  });

  test.each([
    [{ getCurrencyAmount: '1' }, 'getCurrencyAmount: must be empty where sendCurrencyAmount is given'],
    [{ getCurrency: '', address: ADDRESS }, 'getCurrency: is required with address'],
    [{ sendCurrency: '' }, 'sendCurrency: is required with sendCurrencyAmount'],
    [
      { sendCurrencyAmount: '', getCurrencyAmount: '1', getCurrency: '' },
      'getCurrency: is required with getCurrencyAmount',
    ],
    [{ goodsOrderAmount: '5' }, 'goodsOrderCurrency: is required with goodsOrderAmount'],
    [{ goodsOrderCurrency: 'EUR' }, 'goodsOrderAmount: is required with goodsOrderCurrency'],
  ])('of %o is refused with the malformed field', async (change, message) => {
    const { body } = await shop.call('createSession', { ...etherInquiry, ...change, ...createKeyField() });
    expect(body).toMatchObject({ respCode: '400', respMessage: message });
  });
});

describe('the limits of a session are checked when it is created', () => {
  test.each([
    [{ sendCurrencyAmount: '1' }, 'pay_amount_below_minimum', { amount: '20.00', symbol: 'EUR' }],
    [{ sendCurrencyAmount: '1', getCurrency: '' }, 'pay_amount_below_minimum', { amount: '20.00', symbol: 'EUR' }],
    [{ sendCurrencyAmount: '1000000' }, 'pay_amount_above_maximum', { amount: '10000.00', symbol: 'EUR' }],
    [{ sendCurrencyAmount: '100.001' }, 'pay_amount_malformed', { currency: 'EUR', decimals: 2 }],
    [{ sendCurrencyAmount: '0' }, 'pay_amount_missing', {}],
    [
      { sendCurrencyAmount: '', getCurrencyAmount: '1000' },
      'pay_limits_exceeded',
      expect.objectContaining({ minimum: '20.00', maximum: '10000.00', symbol: 'EUR' }),
    ],
    [
      { sendCurrencyAmount: '', goodsOrderAmount: '1', goodsOrderCurrency: 'EUR' },
      'pay_amount_below_minimum',
      { amount: '20.00', symbol: 'EUR' },
    ],
  ])('%o', async (change, error, facts) => {
    const { body } = await shop.call('createSession', { ...etherInquiry, ...change, ...createKeyField() });
    expect(body.data).toEqual({ error, facts });
  });

  test.each([
    { sendCurrencyAmount: '20' },
    { sendCurrencyAmount: '10000' },
    { sendCurrencyAmount: '', getCurrencyAmount: '0.05' },
  ])('accepts %o', async (change) => {
    const { body } = await shop.call('createSession', { ...etherInquiry, ...change, ...createKeyField() });
    expect(body.respCode).toBe('200');
  });
});

describe('the answer for an idempotency key is repeated only while it is usable', () => {
  test('refuses a key whose session was opened or has expired', async () => {
    const [used, late] = [
      { ...etherInquiry, ...createKeyField() },
      { ...etherInquiry, ...createKeyField() },
    ];
    const made = await shop.call('createSession', used);
    await gateway.post('openSession', { session: (made.body.data as Session).session });
    expect(getErrorKey(await shop.call('createSession', used))).toBe('session_ended');
    await shop.call('createSession', late);
    await advanceClock(gateway, SESSION_SECONDS + 1);
    expect(getErrorKey(await shop.call('createSession', late))).toBe('session_ended');
  });

  test('refuses a key whose login was used or has expired', async () => {
    const identity = { email: 'again@shop.example', ...createKeyField() };
    const { authToken } = (await shop.call('mintAuthToken', identity)).body.data as { authToken: string };
    await openTestBrowser(gateway).post('authInfo', { authToken, origin: 'https://shop.example' });
    expect(getErrorKey(await shop.call('mintAuthToken', identity))).toBe('auth_token_over');
    const late = { email: 'late@shop.example', ...createKeyField() };
    await shop.call('mintAuthToken', late);
    await advanceClock(gateway, MINTED_SECONDS + 1);
    expect(getErrorKey(await shop.call('mintAuthToken', late))).toBe('auth_token_over');
  });
});

test('a login minted by the partner’s server opens a session for the page', async () => {
  const identity = { email: 'Known@Shop.example', locale: 'de', ...createKeyField() };
  const { authToken } = (await shop.call('mintAuthToken', identity)).body.data as { authToken: string };
  const browser = openTestBrowser(gateway);
  const { body } = await browser.post('authInfo', { authToken, origin: 'https://shop.example' });
  expect(body.data).toMatchObject({ email: 'known@shop.example', kyc_level: 0 });
});
