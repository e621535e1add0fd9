import { addVirtualAuthenticator } from '../emulation/virtualAuthenticator.ts';
import { expectAccessible } from '../page/inspectPage.ts';
import { expect, test } from '../world.ts';
import { DESKTOP_WINDOW, logInAsPerson, openConsoleAs, openDesktopPage } from './consolePage.ts';

test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });

test('an invited person creates a passkey and can log in with it only after two admins have registered it', async ({
  browser,
  page,
  world,
}) => {
  const { consoleUrl } = world;
  const name = `karl${Date.now() % 100_000}`;
  await logInAsPerson(page, consoleUrl, 'anna');
  await page.goto(`${consoleUrl}/people`);
  // Pending invitations of other tests have forms with the same labels.
  const form = page.getByRole('region', { name: 'Invite a person' });
  await form.getByLabel('Username (lowercase)').fill(name);
  await form.getByRole('button', { name: 'support', exact: true }).click();
  await form.getByLabel('Reason, recorded permanently in the audit trail').fill('joins in May');
  await form.getByRole('button', { name: 'Create invite' }).click();
  const link = (await form.getByText(/\/console\/join#/).textContent()) ?? '';

  const invitee = await openDesktopPage(browser);
  await addVirtualAuthenticator(invitee);
  await invitee.goto(link);
  await invitee.getByRole('button', { name: 'Create passkey' }).click();
  await expect(invitee.getByRole('heading', { name: 'Read this key ID to an admin to finish setup' })).toBeVisible();
  const keyId = (await invitee.locator('.gate-key code').textContent()) ?? '';
  expect(keyId).toMatch(/^[\w-]{43}$/);

  await invitee.getByRole('link', { name: 'Open the console' }).click();
  await invitee.getByLabel('Username').fill(name);
  await invitee.getByRole('button', { name: 'Sign in with your passkey' }).click();
  await expect(invitee.getByText(/No passkey was provided/)).toBeVisible();

  await page.reload();
  const invited = page.getByRole('listitem').filter({ hasText: name }).filter({ hasText: keyId });
  await invited.getByLabel('Reason, recorded permanently in the audit trail').fill('read to me by telephone');
  await invited.getByRole('button', { name: `Register ${name}` }).click();
  await expect(page.getByRole('region', { name: 'Waiting for another admin' })).toContainText(name);

  const secondAdmin = await openConsoleAs(browser, consoleUrl, 'ben', 'people');
  const waiting = secondAdmin
    .getByRole('region', { name: 'Waiting for another admin' })
    .getByRole('listitem')
    .filter({ hasText: name });
  await waiting.getByLabel('Reason, recorded permanently in the audit trail').fill('read to me by telephone too');
  await waiting.getByRole('button', { name: `Confirm ${name}` }).click();
  await expect(secondAdmin.getByRole('region', { name: 'Team' })).toContainText(name);

  await invitee.getByRole('button', { name: 'Sign in with your passkey' }).click();
  await expect(invitee.getByRole('button', { name: new RegExp(`${name}.*appearance, shortcuts`, 'i') })).toBeVisible();
  await invitee.goto(`${consoleUrl}/people`);
  await expectAccessible(invitee, 'People, as support');

  // Revoking their own key ends the person's session.
  const ownEntry = invitee.getByRole('listitem').filter({ has: invitee.getByText('you', { exact: true }) });
  await ownEntry.getByRole('button', { name: 'Manage…' }).click();
  await ownEntry.getByLabel('Reason, recorded permanently in the audit trail').fill('leaves the team');
  await ownEntry.getByRole('button', { name: 'Revoke my access' }).click();
  await expect(invitee.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
});

test('before login and after logout the console shows only the login page', async ({ page, world }) => {
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

test('a click opens a menu even if the menu’s code loads while the mouse button is down', async ({ page, world }) => {
  const menuCode = /\/MenuView[^/]*\.js$/;
  const released = Promise.withResolvers<void>();
  await page.route(menuCode, async (route) => {
    await released.promise;
    await route.continue();
  });
  await logInAsPerson(page, world.consoleUrl, 'vera');
  await page.getByRole('button', { name: /vera.*appearance, shortcuts/i }).hover();
  await page.mouse.down();
  const response = page.waitForResponse(menuCode);
  released.resolve();
  await page.evaluate(async (url) => {
    await import(url);
    await new Promise((resolve) => requestIdleCallback(resolve));
  }, (await response).url());
  await page.mouse.up();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});

test('a person verifies the audit trail with one click', async ({ page, world }) => {
  await logInAsPerson(page, world.consoleUrl, 'vera');
  await page.goto(`${world.consoleUrl}/people/audit`);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(/the audit trail is unchanged/)).toBeVisible();
});
