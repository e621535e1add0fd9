import type { Page } from '@playwright/test';
import { expectAccessible } from '../page/inspectPage.ts';
import { expect, test } from '../world.ts';
import { DESKTOP_WINDOW } from './consolePage.ts';
import { joinWithPasskey } from './joinWithPasskey.ts';
import { createHeldOrder } from './paidOrders.ts';

test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });

/** Logs in at the identity provider to which the page has been redirected. */
async function logInAtProvider(page: Page, account: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await page.getByLabel('Account').fill(account);
  await page.getByRole('button', { name: 'Log in' }).click();
}

test('a person with a linked account logs in without a passkey to view an order, but needs the passkey for an action', async ({
  browser,
  world,
  desk,
}) => {
  const { orderNo } = await createHeldOrder(world, desk);
  const name = `lena${Date.now() % 100_000}`;
  const page = await joinWithPasskey(browser, world.consoleUrl, { name, role: 'compliance' });
  await page.goto(`${world.consoleUrl}/people`);
  await page.getByRole('button', { name: 'Manage…' }).click();
  await page.getByRole('button', { name: 'Link my Example ID account' }).click();
  await logInAtProvider(page, name);
  await expect(page.getByRole('heading', { name: 'Link this account' })).toBeVisible();
  await expectAccessible(page, 'Link this account');
  await page.getByRole('button', { name: `Link to ${name}` }).click();
  await expect(page.getByRole('listitem').filter({ has: page.getByText('you', { exact: true }) })).toContainText(
    'Also signs in with an account at',
  );

  await page.getByRole('button', { name: new RegExp(`${name}.*appearance, shortcuts`, 'i') }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.goto(`${world.consoleUrl}/orders/${orderNo}`);
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
  await logInAtProvider(page, name);
  await expect(page).toHaveURL(`${world.consoleUrl}/orders/${orderNo}`);
  await expect(page.getByRole('heading', { name: 'On hold', level: 1 })).toBeVisible();
  const restorePasskey = await page.evaluateHandle(() => {
    const { get } = navigator.credentials;
    navigator.credentials.get = async () => {
      throw new DOMException('The person has cancelled.', 'NotAllowedError');
    };
    return () => {
      navigator.credentials.get = get;
    };
  });
  await page.getByRole('radio', { name: /^Void authorization \(1,200\.00 EUR\)/ }).click();
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Sanctions list or legal requirement' }).click();
  await page.getByLabel('Explanation, recorded permanently in the audit trail').fill('the holder did not answer');
  await page.getByRole('button', { name: 'Void authorization (1,200.00 EUR)' }).click();
  await expect(page.getByText('No passkey was provided. Nothing was signed or submitted. Try again.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'On hold', level: 1 })).toBeVisible();
  await restorePasskey.evaluate((restore) => restore());
  await page.getByRole('button', { name: 'Void authorization (1,200.00 EUR)' }).click();
  await expect(page.getByText(/^(Done at|Submitted\.)/)).toBeVisible();

  await page.goto(`${world.consoleUrl}/people/sessions`);
  await expect(page.getByRole('listitem').filter({ hasText: 'this session' })).toContainText('by single sign-on');
});

test('refuses an account that is not linked, with a link back to the login page', async ({ page, world }) => {
  await page.goto(`${world.consoleUrl}/`);
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
  await logInAtProvider(page, 'a stranger');
  await expect(page.getByText(/^Your Example ID account is not linked to a user of this console\./)).toBeVisible();
  await expectAccessible(page, 'an account that is not linked');
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await expect(page.getByRole('button', { name: 'Sign in with your passkey' })).toBeVisible();
});

test('the login page names an unavailable sign-on provider, and a person can still log in without it', async ({
  page,
  world,
}) => {
  await page.route('**/gateway/console/beginSignOn', (route) =>
    route.fulfill({
      status: 503,
      json: {
        respCode: '503',
        respMessage: 'Example ID does not answer. Sign in with your passkey, or try single sign-on again later.',
        data: { error: 'sign_on_unavailable', facts: { provider: 'Example ID' } },
      },
    }),
  );
  await page.goto(`${world.consoleUrl}/`);
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
  await expect(page.getByText(/^Example ID does not answer\. Sign in with your passkey/)).toBeVisible();
  await page.getByRole('button', { name: /^vera\b/i }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});
