import { describe, expect, test } from 'vitest';
import { openTestBrowser } from '../account/testBrowser.testing.ts';
import { openPartnerServer } from '../partner/api/partnerServer.testing.ts';
import { askedForEther, openOwnGateway } from './testGateway.testing.ts';

const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

const gateway = await openOwnGateway();
const shop = await openPartnerServer(gateway, 'shop');
let wishes = 0;

/** Named anew each time. */
function once(): { idempotencyKey: string } {
  wishes += 1;
  return { idempotencyKey: `a-wish-of-the-tests-${wishes}` };
}

type Session = { readonly session: string; readonly sessionId: string; readonly url: string };

describe('a session', () => {
  test('is made by the partner’s server, and opened by its buyer', async () => {
    const made = await shop.call('createSession', { ...askedForEther, address: ADDRESS.toLowerCase(), ...once() });
    const { session, sessionId, url } = made.body.data as Session;
    expect(url).toBe(`${gateway.publicUrl}/order?partnerId=shop&session=${session}`);
    expect(sessionId).not.toContain(session);
    const opened = await gateway.post('openSession', { session });
    expect(opened.body.data).toMatchObject({ partnerId: 'shop', address: ADDRESS, sendCurrencyAmount: '100' });
  });

  test('that is asked for again is the same one', async () => {
    const wish = { ...askedForEther, ...once() };
    const [one, other] = [await shop.call('createSession', wish), await shop.call('createSession', wish)];
    expect(other.body.data).toEqual(one.body.data);
  });

  test('finds its own order, whoever else has bought under the same reference', async () => {
    const reference = 'cart 17';
    const made = await shop.call('createSession', { ...askedForEther, reference, ...once() });
    const { session, sessionId } = made.body.data as Session;
    const { partnerSession } = (await gateway.post('openSession', { session })).body.data as { partnerSession: string };
    const order = async (more: object) => {
      const quoted = await gateway.post('offerInquiry', { ...askedForEther, partnerId: 'shop', reference });
      const { token } = quoted.body.data as { token: string };
      const wanted = { token, payMethod: 'credit_debit_card', address: ADDRESS, walletType: 'self_hosted', ...more };
      const { body } = await gateway.post('coinOrder', { ...askedForEther, ...wanted });
      return (body.data as { orderNo: string }).orderNo;
    };
    const own = await order({ partnerSession });
    const strangers = await order({});
    const found = async (by: object) =>
      ((await shop.call('orderStatus', by)).body.data as { orderNo?: string }).orderNo;
    expect(await found({ sessionId })).toBe(own);
    expect(await found({ reference })).toBe(strangers);
    expect(await found({ sessionId, reference })).toBeUndefined();
    expect(await found({ sessionId: 'session_of_nobody' })).toBeUndefined();
  });

  test.each([
    [{ getCurrency: 'DOGE2' }, 'getCurrency: is not sold here'],
    [{ sendCurrency: 'XXX' }, 'sendCurrency: is not paid with here'],
    [{ address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }, 'address: is no address for ETH'],
    [{ address: '0x000000000000000000000000000000000000dEaD' }, 'address: cannot receive ETH (burn_address)'],
    [{ address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }, 'address: cannot receive ETH (token_contract)'],
    [{ getCurrencyAmount: '1' }, 'getCurrencyAmount: comes beside sendCurrencyAmount'],
    [{ redirectUrl: 'https://evil.example' }, 'redirectUrl: is not one of your addresses'],
    [{ getCurrency: '', address: ADDRESS }, 'getCurrency: is missing beside the address'],
  ])('of %o is refused with the field', async (change, words) => {
    const { body } = await shop.call('createSession', { ...askedForEther, ...change, ...once() });
    expect(body).toMatchObject({ respCode: '400', respMessage: words });
  });
});

test('a login that is minted by the partner’s server is traded by the page that it opens', async () => {
  const wish = { email: 'Known@Shop.example', locale: 'de', ...once() };
  const { authToken } = (await shop.call('mintAuthToken', wish)).body.data as { authToken: string };
  const browser = openTestBrowser(gateway);
  const { body } = await browser.post('authInfo', { authToken, origin: 'https://shop.example' });
  expect(body.data).toMatchObject({ email: 'known@shop.example', kyc_level: 0 });
});
