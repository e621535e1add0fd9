/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { calls } from '@slipway/contract/calls.ts';
import { errors } from '@slipway/contract/errors.ts';
import { workOf } from '@slipway/contract/loginWork.ts';
import { newEmail } from '../person.ts';
import { logIn } from '../purchase.ts';
import { endSession } from '../session.ts';
import { plugInAuthenticator } from '../virtualAuthenticator.ts';
import { expect, test } from '../world.ts';

/** It would answer the field's own question at once, beside the button's: this browser asks in no field. */
async function plugIn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await plugInAuthenticator(page);
}

/** As under pressure: the first request for a code is answered with this challenge, and what the page then sends is told. */
async function askForWork(page: Page, challenge: string): Promise<() => string | undefined> {
  let work: string | undefined;
  await page.route('**/gateway/buying/sendCode', async (route) => {
    const { work: sent, ...request } = calls.sendCode.request.parse(route.request().postDataJSON());
    work = sent;
    if (sent !== undefined) return route.continue({ postData: request });
    const { respCode, text } = errors.work_needed;
    return route.fulfill({
      json: { respCode, respMessage: text, data: { error: 'work_needed', facts: { challenge } } },
    });
  });
  return () => work;
}

test('a code that is worked for, then a passkey in place of a code, for a login and as a proof', async ({
  page,
  desk,
}) => {
  await plugIn(page);
  const challenge = '12.1795244460.nonce.mark';
  const work = await askForWork(page, challenge);
  await page.goto('/sessions');
  await logIn(page, desk, newEmail());
  expect(work()).toMatch(new RegExp(`^${workOf(challenge, 0).slice(0, -1)}\\d+$`));

  await page.getByRole('button', { name: /^Add a passkey/ }).click();
  await expect(page.getByText('The passkey is added')).toBeVisible();
  await expect(page.getByText(/^Passkey from Chrome/)).toBeVisible();

  await endSession(page);
  await page.goto('/sessions');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page).toHaveURL(/\/sessions$/);
  await expect(page.getByText('Logged in with a passkey')).toBeVisible();

  await page.route(
    '**/gateway/buying/delPasskey',
    (route) => {
      const { respCode, text } = errors.confirmation_needed;
      return route.fulfill({
        json: { respCode, respMessage: text, data: { error: 'confirmation_needed', facts: {} } },
      });
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: /^Remove Passkey from/ }).click();
  await page.getByRole('button', { name: 'Remove passkey', exact: true }).click();
  await page.getByRole('dialog', { name: 'Is it you?' }).getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('The passkey is removed')).toBeVisible();
});
