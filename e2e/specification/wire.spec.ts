/// <reference lib="dom" />

import type { Request } from '@playwright/test';
import { calls } from '@slipway/contract/calls.ts';
import { newBuyer, presetStorageItem } from '../buyers/buyer.ts';
import { buildDetailsFor } from '../buyers/buyerDetails.ts';
import { createGatewayClient } from '../buyers/gatewayClient.ts';
import { addressDraft, logInAsAnna, presetDraft } from '../gallery/sceneSetup.ts';
import { test } from '../oneTab.ts';
import { interceptCall } from '../page/interceptCalls.ts';
import { expect } from '../world.ts';

const AMOUNTS = 'sendCurrency sendCurrencyAmount getCurrency getCurrencyAmount';
const INQUIRY = `${AMOUNTS} token partnerId payMethod offerType reference refererUrl`;
const BITCOIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const euroToBitcoin = {
  sendCurrency: 'EUR',
  sendCurrencyAmount: '100',
  getCurrency: 'BTC',
  getCurrencyAmount: '',
  payMethod: 'credit_debit_card',
};

function expectFields(value: unknown, fields: string): void {
  expect(Object.keys(value as object)).toEqual(expect.arrayContaining(fields.split(' ')));
}

test('the responses with a quote and its methods have every field', async ({ origin }) => {
  const client = createGatewayClient(origin);
  const quote = await client.quote(euroToBitcoin);
  expectFields(
    quote,
    `${AMOUNTS} expireTime token payMethod offerType processingFee transNetworkFee feeCurrency methodList offerList methodListImage`,
  );
  expect(quote).toMatchObject({ sendCurrency: 'EUR', sendCurrencyAmount: '100.00', feeCurrency: 'EUR' });
  // `expireTime` is in epoch seconds: a value in milliseconds would be some 50,000 years away.
  const seconds = Number(quote['expireTime']) - Date.now() / 1000;
  expect(Math.abs(seconds)).toBeLessThan(366 * 86_400);
  const { priceList } = (await client.data('priceList', { token: quote['token'] })) as { priceList?: object[] };
  expect(priceList?.length).toBeGreaterThan(1);
  for (const method of priceList ?? []) {
    expectFields(method, `payMethod image2 ${AMOUNTS} processingFee transNetworkFee feeCurrency`);
    expect(method).toMatchObject({
      sendCoin: { sendAmount: expect.any(String) },
      getCoin: { getAmount: expect.any(String) },
    });
  }
});

test('the responses with the currencies, a token and the countries have every field', async ({ origin }) => {
  const client = createGatewayClient(origin);
  const { body: payList } = await client.call('payList', { intercept: 2 });
  expect(payList).toMatchObject({
    respCode: '200',
    respMessage: '',
    normalCurrency: expect.stringMatching(/^[A-Z]{3}$/),
  });
  const { body: getList } = await client.call('getList', { intercept: 2 });
  for (const [list, fields] of [
    [payList.data, 'network currency imgUrl minAmount maxAmount imageList'],
    [getList.data, 'network symbol currency imgUrl minAmount maxAmount is_popular'],
  ] as const) {
    const entries = Object.values(list);
    expect(entries.length).toBeGreaterThan(1);
    for (const entry of entries) expectFields(entry, fields);
  }
  expectFields(
    await client.data('getCurrencyInfo', { currency: 'BTC' }),
    'imgUrl vol24 maxAmount minAmount isHot currency symbol',
  );
  const countries = await client.data('getallcountry', {});
  expectFields(countries, 'currCode isBan currCountry list');
  for (const country of countries['list'] as object[]) expectFields(country, 'currency code country');
});

test('the responses with a login, an order and a saved address have every field', async ({ origin, desk }) => {
  const buyer = await newBuyer(origin, desk);
  const { client, authToken, email } = buyer;
  expectFields(await client.data('authInfo', { authToken }), 'authToken expTime kyc_level');
  const { token } = await client.quote(euroToBitcoin);
  const submission = { ...euroToBitcoin, address: BITCOIN, walletType: 'self_hosted', token, authToken };
  expectFields(await client.data('coinOrder', submission), 'orderNo service nextStepContent serviceLogoUrl');
  await client.data('addCryptoAddress', {
    crypto: 'BTC',
    network: 'bitcoin',
    address: BITCOIN,
    name: 'Mine',
    authToken,
  });
  const [saved] = Object.values(await client.data('address', { authToken }));
  expect(saved).toMatchObject({ crypto: 'BTC', network: expect.any(String), address: BITCOIN, name: 'Mine' });
  const details: Readonly<Record<string, unknown>> = buildDetailsFor(email);
  for (const field of ['firstName', 'lastName', 'birthDate', 'citizenship', 'city', 'purpose', 'phone']) {
    const { httpStatus, body } = await client.call('addKyc', { ...details, [field]: undefined, authToken });
    expect(httpStatus, field).toBe(400);
    expect(body.respMessage).toContain(field);
  }
  await client.data('addKyc', { ...details, authToken });
});

test('refuses a saved address whose name has more than 25 characters', async ({ origin, desk }) => {
  const { client, authToken } = await newBuyer(origin, desk);
  const save = (name: string) =>
    client.call('addCryptoAddress', { crypto: 'BTC', network: 'bitcoin', address: BITCOIN, name, authToken });
  expect(await save('x'.repeat(26))).toMatchObject({
    httpStatus: 400,
    body: { respMessage: expect.stringContaining('name') },
  });
  expect(await save('x'.repeat(25))).toMatchObject({ httpStatus: 200, body: { respCode: '200' } });
});

test('the pages request a quote and an order with every field', async ({ page, gallery }) => {
  const inquiring = page.waitForRequest(/offerInquiry$/);
  await page.goto(
    '/edit?partnerId=shop&reference=cart&refererUrl=https%3A%2F%2Fshop.example%2Fcart&defaultSendCurrency=CHF',
  );
  const inquiry = (await inquiring).postDataJSON();
  expectFields(inquiry, `${INQUIRY} intercept`);
  expect(inquiry).toMatchObject({ partnerId: 'shop', reference: 'cart', refererUrl: 'https://shop.example/cart' });
  await logInAsAnna(page, gallery);
  await presetDraft(page, { ...addressDraft, offerType: 'slipway', redirectUrl: '/orders' });
  await presetStorageItem(page, 'sessionStorage', 'referer_order', '7KQ2M4XD9TAB3');
  const submitted = Promise.withResolvers<unknown>();
  await interceptCall(page, 'coinOrder', async (call) => {
    submitted.resolve(call.input);
    await call.answer({ respCode: '509', respMessage: 'We are closed today', data: null });
    return true;
  });
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/select-card');
  await page.getByRole('button', { name: /^Accept/ }).click();
  const order = await submitted.promise;
  expectFields(order, `${INQUIRY} address referer_order saveAddress redirectUrl walletType exchangeName authToken`);
  expect(calls.coinOrder.request.safeParse(order).success).toBe(true);
  await expect(page).toHaveURL(/\/edit/);
});

test('the pages make the other calls as specified', async ({ page, gallery }) => {
  const sentFields = new Map<string, unknown>();
  page.on('request', (request: Request) => {
    const [, name] = /\/gateway\/buying\/(\w+)$/.exec(new URL(request.url()).pathname) ?? [];
    if (name) sentFields.set(name, request.postDataJSON());
  });
  await page.goto('/edit?defaultSendCurrency=EUR&defaultGetCurrency=BTC');
  await expect(page.getByText(/^Fee: /).first()).toBeVisible();
  await expect.poll(() => sentFields.get('getallcountry')).toEqual({});
  await expect.poll(() => sentFields.get('priceList')).toEqual({ token: expect.stringMatching(/.{40,}/) });
  const pays = page.getByRole('textbox', { name: 'You pay' });
  await pays.fill('150');
  await pays.blur();
  const place = '/edit?defaultSendCurrency=EUR&defaultGetCurrency=BTC';
  await expect
    .poll(() => sentFields.get('addPoint'))
    .toMatchObject({ type: 'inputPayAmount', user_id: expect.stringMatching(/./), place, amount: '150' });
  await page.goto('/buy?getCurrency=BTC');
  await expect.poll(() => sentFields.get('getCurrencyInfo')).toEqual({ currency: 'BTC' });
  const address = page.getByRole('textbox', { name: 'To my wallet address' });
  await address.fill(BITCOIN);
  await address.blur();
  await expect.poll(() => sentFields.get('validateGetAddress')).toEqual({ address: BITCOIN, getCurrency: 'BTC' });
  await logInAsAnna(page, gallery);
  const authToken = expect.any(String);
  await page.goto('/settings');
  await expect.poll(() => sentFields.get('authInfo')).toEqual({ authToken });
  await page.goto('/cards');
  await expect.poll(() => sentFields.get('cardList')).toEqual({ authToken });
});
