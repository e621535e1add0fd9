/// <reference lib="dom" />

import { newEmail } from '../buyers/buyerDetails.ts';
import { logIn } from '../buyers/purchaseSteps.ts';
import { test } from '../oneTab.ts';
import { expect } from '../world.ts';

test('stores a login as token, expiry and identity level', async ({ page, desk }) => {
  await page.goto('/settings');
  await logIn(page, desk, newEmail());
  await expect(page).toHaveURL(/\/settings/);
  const user = JSON.parse((await page.evaluate(() => localStorage.getItem('userInfo'))) ?? '{}');
  expect(user).toEqual({ authToken: expect.any(String), expTime: expect.any(Number), kyc_level: 0 });
  expect(user.expTime * 1000).toBeGreaterThan(Date.now());
});

test('stores partner, referring order, previous path, draft and app version', async ({ page }) => {
  await page.goto('/edit?partnerId=shop&referer_order=7KQ2M4XD9TAB3&defaultSendCurrency=EUR&defaultGetCurrency=BTC');
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).not.toHaveURL(/\/edit/);
  const storedValues = await page.evaluate(() => ({
    partnerId: localStorage.getItem('partnerId'),
    refererOrder: sessionStorage.getItem('referer_order'),
    fromPath: sessionStorage.getItem('fromPath'),
    globalState: sessionStorage.getItem('globalState'),
    appVersion: sessionStorage.getItem('appVersion'),
  }));
  expect(storedValues.partnerId).toBe('shop');
  expect(storedValues.refererOrder).toBe('7KQ2M4XD9TAB3');
  expect(storedValues.fromPath).toMatch(/^\/(edit|select-offer)/);
  const { draft } = JSON.parse(storedValues.globalState ?? '{}');
  expect(draft).toMatchObject({ sendCurrency: 'EUR', getCurrency: 'BTC', side: 'Pay', payMethod: 'credit_debit_card' });
  const fields =
    'offerType offerImg offerName offerSendAmount offerGetAmount service nextStepContent serviceLogoUrl orderNo address addressFixed isSaveAddress walletType exchange from goodsOrderAmount goodsOrderCurrency';
  expect(Object.keys(draft)).toEqual(expect.arrayContaining(fields.split(' ')));
  expect(storedValues.appVersion).toBe('202508121055');
});
