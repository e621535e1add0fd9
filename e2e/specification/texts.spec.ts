/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { newEmail } from '../buyers/buyerDetails.ts';
import { savedCards } from '../gallery/cardScenes.ts';
import { answerCall, refuseCall } from '../gallery/interceptedAnswers.ts';
import { logInAsAnna, presetDraft } from '../gallery/sceneSetup.ts';
import { scenes } from '../gallery/scenes.ts';
import { test } from '../oneTab.ts';
import { expectToast, recordToasts } from '../page/recordToasts.ts';
import { expect } from '../world.ts';

const findPayField = (page: Page) => page.getByRole('textbox', { name: 'You pay' });
const findReceiveField = (page: Page) => page.getByRole('textbox', { name: 'You get (estimate)' });

/** Expects the text, possibly inside a longer one: a failed order also shows that nothing was charged. */
async function expectShown(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text).first()).toBeVisible();
}

/** Texts that the specification gives literally, and a state of a screen that shows them. */
for (const [scene, ...texts] of [
  ['server-timeout', 'Server timeout', 'This site took too long to respond.'],
  ['transaction-restricted', 'Transaction restricted, please try again later'],
  ['order-delivery-failed', 'Delivery failed, please contact customer support'],
  ['order-refunding', 'Transaction failed, refund within 24 hours'],
  ['payment-failed', 'Payment failed, please contact your card issuer'],
  ['kyc-details-refused', 'Your information is refused'],
  ['kyc-identity-refused', 'Verification Failed'],
  ['email-login-error', 'Please enter the correct email format'],
  ['submit-address-errors', 'Please select the type of destination wallet.'],
] as const) {
  test(`shows “${texts.join('” and “')}”`, async ({ page, gallery }) => {
    await scenes.find(({ name }) => name === scene)?.arrive(page, gallery);
    for (const text of texts) await expectShown(page, text);
  });
}

test('shows the specified errors of an amount under its field', async ({ page }) => {
  const readError = async (field: ReturnType<typeof findPayField>) => {
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    return page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`);
  };
  await page.goto('/edit?defaultSendCurrency=EUR&defaultGetCurrency=BTC');
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
  const enter = async (field: ReturnType<typeof findPayField>, amount: string) => {
    await field.fill(amount);
    await field.blur();
  };
  await enter(findReceiveField(page), '');
  await expect(await readError(findReceiveField(page))).toHaveText('Please enter the amount');
  await enter(findPayField(page), '1');
  await expect(await readError(findPayField(page))).toHaveText('Min. amount is 20.00 EUR');
  await enter(findPayField(page), '9999999');
  await expect(await readError(findPayField(page))).toHaveText(/^Max\. amount is [\d,]+\.00 EUR$/);
  await enter(findPayField(page), '0');
  await expect(await readError(findPayField(page))).toHaveText('Please enter the amount');
  await refuseCall(page, 'offerInquiry', 'receive_currency_unsupported');
  await enter(findPayField(page), '200');
  await expect(await readError(findReceiveField(page))).toHaveText('Please select the receive token');
});

test('shows “Please enter your verification code” if none was entered', async ({ page }) => {
  await page.goto('/email-login');
  await page.getByRole('textbox', { name: 'Email' }).fill(newEmail());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expectShown(page, 'Please enter your verification code');
});

test('shows “Please select exchange” if none was selected', async ({ page }) => {
  await presetDraft(page, { offerType: 'slipway', walletType: 'exchange' });
  await page.goto('/submit-address');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectShown(page, 'Please select exchange');
});

test('shows “Failed to delete” for a card that could not be deleted', async ({ page, gallery }) => {
  await recordToasts(page);
  await answerCall(page, 'cardList', savedCards);
  await refuseCall(page, 'delCreditCard', 'fault', { reference: '7KQ2M4' });
  await logInAsAnna(page, gallery);
  await page.goto('/cards');
  await page.getByRole('button', { name: /^Delete Visa/ }).click();
  await page.getByRole('button', { name: 'Delete card' }).click();
  await expectToast(page, 'Failed to delete');
});
