import { addVirtualAuthenticator } from '../emulation/virtualAuthenticator.ts';
import { expectAccessible } from '../page/inspectPage.ts';
import { expect, test } from '../world.ts';
import { DESKTOP_WINDOW, logInAsPerson } from './consolePage.ts';

test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });

test('an invited person registers a passkey, two admins register it, and the person logs in with it', async ({
  browser,
  page,
  world,
}) => {
  const { consoleUrl } = world;
  const name = `karl${Date.now() % 100_000}`;
  await logInAsPerson(page, consoleUrl, 'anna');
  await page.goto(`${consoleUrl}/people`);
  await page.getByLabel('Username (lowercase)').fill(name);
  await page.getByRole('button', { name: 'support', exact: true }).click();
  await page.getByLabel('Reason, recorded permanently in the audit trail').fill('joins in May');
  await page.getByRole('button', { name: 'Create invite' }).click();
  const link = (await page.getByText(/\/console\/join#/).textContent()) ?? '';

  const theirs = await (await browser.newContext({ viewport: DESKTOP_WINDOW, isMobile: false })).newPage();
  await addVirtualAuthenticator(theirs);
  await theirs.goto(link);
  await theirs.getByRole('button', { name: 'Create passkey' }).click();
  await expect(theirs.getByRole('heading', { name: 'Read this key ID to an admin to finish setup' })).toBeVisible();
  const keyId = (await theirs.locator('.gate-key code').textContent()) ?? '';
  expect(keyId).toMatch(/^[\w-]{43}$/);

  await theirs.getByRole('link', { name: 'Open the console' }).click();
  await theirs.getByLabel('Username').fill(name);
  await theirs.getByRole('button', { name: 'Sign in with your passkey' }).click();
  await expect(theirs.getByRole('alert').or(theirs.getByText(/did not open|No passkey/))).toBeVisible();

  await page.reload();
  const invited = page.getByRole('listitem').filter({ hasText: name }).filter({ hasText: keyId });
  await invited.getByLabel('Reason, recorded permanently in the audit trail').fill('read to me by telephone');
  await invited.getByRole('button', { name: `Register ${name}` }).click();
  await expect(page.getByRole('region', { name: 'Waiting for another admin' })).toContainText(name);

  const second = await (await browser.newContext({ viewport: DESKTOP_WINDOW, isMobile: false })).newPage();
  await logInAsPerson(second, consoleUrl, 'ben');
  await second.goto(`${consoleUrl}/people`);
  const waiting = second.getByRole('region', { name: 'Waiting for another admin' }).getByRole('listitem');
  await waiting
    .filter({ hasText: name })
    .getByLabel('Reason, recorded permanently in the audit trail')
    .fill('to me too');
  await waiting
    .filter({ hasText: name })
    .getByRole('button', { name: `Confirm ${name}` })
    .click();
  await expect(second.getByRole('region', { name: 'Team' })).toContainText(name);

  await theirs.getByRole('button', { name: 'Sign in with your passkey' }).click();
  await expect(theirs.getByRole('button', { name: new RegExp(`${name}.*appearance, shortcuts`, 'i') })).toBeVisible();
  await theirs.goto(`${consoleUrl}/people`);
  await expectAccessible(theirs, 'People, as support');

  // Giving up the key ends the person's session.
  const own = theirs.getByRole('listitem').filter({ hasText: 'you' });
  await own.getByRole('button', { name: 'Manage…' }).click();
  await own.getByLabel('Reason, recorded permanently in the audit trail').fill('I leave');
  await own.getByRole('button', { name: 'Revoke my access' }).click();
  await expect(theirs.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
});

test('the console shows nothing before a person logs in and after the person logs out', async ({ page, world }) => {
  await page.goto(`${world.consoleUrl}/people`);
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await expectAccessible(page, 'Sign in');
  await page.getByLabel('Username').fill('nobody');
  await addVirtualAuthenticator(page);
  await page.getByRole('button', { name: 'Sign in with your passkey' }).click();
  await expect(page.getByText(/No passkey was provided/)).toBeVisible();
  await logInAsPerson(page, world.consoleUrl, 'vera');
  await page.getByRole('button', { name: /vera.*appearance, shortcuts/i }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
});

test('a click on a menu opens it although its code arrives between press and release', async ({ page, world }) => {
  const isMenuCode = /\/MenuView[^/]*\.js$/;
  await page.route(isMenuCode, async (route) => {
    await released.promise;
    await route.continue();
  });
  const released = Promise.withResolvers<void>();
  await logInAsPerson(page, world.consoleUrl, 'vera');
  await page.getByRole('button', { name: /vera.*appearance, shortcuts/i }).hover();
  await page.mouse.down();
  const response = page.waitForResponse(isMenuCode);
  released.resolve();
  await page.evaluate(async (url) => {
    await import(url);
    await new Promise((resolve) => requestIdleCallback(resolve));
  }, (await response).url());
  await page.mouse.up();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});

test('a person verifies the audit trail with one press', async ({ page, world }) => {
  await logInAsPerson(page, world.consoleUrl, 'vera');
  await page.goto(`${world.consoleUrl}/people/audit`);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(/the audit trail is unchanged/)).toBeVisible();
});
