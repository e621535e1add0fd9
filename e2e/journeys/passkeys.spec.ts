/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { calls } from '@slipway/contract/calls.ts';
import { errors } from '@slipway/contract/errors.ts';
import { formatWork } from '@slipway/contract/loginWork.ts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { endSession } from '../buyers/endSession.ts';
import { logIn } from '../buyers/purchaseSteps.ts';
import { addVirtualAuthenticator } from '../emulation/virtualAuthenticator.ts';
import { expectToast, recordToasts } from '../page/recordToasts.ts';
import { expect, test } from '../world.ts';

/**
 * Adds a virtual authenticator and disables conditional mediation: the authenticator would answer the field's request at
 * once, in addition to the button's.
 */
async function addAuthenticator(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await addVirtualAuthenticator(page);
}

/**
 * Answers requests for a code without work with this challenge, as the server does under load. Returns a function that
 * returns the work that the page sent last.
 */
async function requireWork(page: Page, challenge: string): Promise<() => string | undefined> {
  let work: string | undefined;
  await page.route('**/gateway/buying/sendCode', async (route) => {
    const { work: sent, ...requestWithoutWork } = calls.sendCode.request.parse(route.request().postDataJSON());
    work = sent;
    // The server did not issue this challenge, so it does not get the work.
    if (sent !== undefined) return route.continue({ postData: requestWithoutWork });
    const { respCode, text } = errors.work_needed;
    return route.fulfill({
      json: { respCode, respMessage: text, data: { error: 'work_needed', facts: { challenge } } },
    });
  });
  return () => work;
}

test('a buyer logs in with a code that requires work, logs in with a passkey, and confirms a removal with it', async ({
  page,
  desk,
}) => {
  await addAuthenticator(page);
  await recordToasts(page);
  const challenge = '12.1795244460.nonce.mac';
  const getWork = await requireWork(page, challenge);
  await page.goto('/sessions');
  await logIn(page, desk, newEmail());
  expect(getWork()).toMatch(new RegExp(`^${formatWork(challenge, 0).slice(0, -1)}\\d+$`));

  await page.getByRole('button', { name: /^Add a passkey/ }).click();
  await expectToast(page, 'The passkey is added');
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
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).getByRole('button', { name: 'Use a passkey' }).click();
  await expectToast(page, 'The passkey is removed');
});
