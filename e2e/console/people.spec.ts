import { expectAccessible } from '../inspect.ts';
import { plugInAuthenticator } from '../virtualAuthenticator.ts';
import { expect, test } from '../world.ts';
import { DESK, enterAs } from './consolePage.ts';

test.use({ viewport: DESK, isMobile: false, hasTouch: false });

test('an invited person joins with a passkey, two admins name it, and they enter and act with it', async ({
  browser,
  page,
  world,
}) => {
  const { consoleUrl } = world;
  const name = `karl${Date.now() % 100_000}`;
  await enterAs(page, consoleUrl, 'anna');
  await page.goto(`${consoleUrl}/people`);
  await page.getByLabel('Name, in small letters').fill(name);
  await page.getByRole('button', { name: 'support', exact: true }).click();
  await page.getByLabel('Why, kept for ever').fill('joins in May');
  await page.getByRole('button', { name: 'Make an invitation' }).click();
  const link = (await page.getByText(/\/console\/join#/).textContent()) ?? '';

  const theirs = await (await browser.newContext({ viewport: DESK, isMobile: false })).newPage();
  await plugInAuthenticator(theirs);
  await theirs.goto(link);
  await theirs.getByRole('button', { name: 'Make a passkey' }).click();
  await expect(theirs.getByRole('heading', { name: 'Read this to an admin' })).toBeVisible();
  const keyId = (await theirs.locator('.gate-key code').textContent()) ?? '';
  expect(keyId).toMatch(/^[\w-]{43}$/);

  await theirs.getByRole('link', { name: 'To the console' }).click();
  await theirs.getByLabel('Your name').fill(name);
  await theirs.getByRole('button', { name: 'Enter with your passkey' }).click();
  await expect(theirs.getByRole('alert').or(theirs.getByText(/did not open|No passkey/))).toBeVisible();

  await page.reload();
  const invited = page.getByRole('listitem').filter({ hasText: name }).filter({ hasText: keyId });
  await invited.getByLabel('Why, kept for ever').fill('read to me by telephone');
  await invited.getByRole('button', { name: `Name ${name}` }).click();
  await expect(page.getByRole('region', { name: 'Waits for another admin' })).toContainText(name);

  const second = await (await browser.newContext({ viewport: DESK, isMobile: false })).newPage();
  await enterAs(second, consoleUrl, 'ben');
  await second.goto(`${consoleUrl}/people`);
  const waiting = second.getByRole('region', { name: 'Waits for another admin' }).getByRole('listitem');
  await waiting.filter({ hasText: name }).getByLabel('Why, kept for ever').fill('to me too');
  await waiting
    .filter({ hasText: name })
    .getByRole('button', { name: `Say the same of ${name}` })
    .click();
  await expect(second.getByRole('region', { name: 'Who may' })).toContainText(name);

  await theirs.getByRole('button', { name: 'Enter with your passkey' }).click();
  await expect(theirs.getByRole('button', { name: new RegExp(`${name}.*look, keys`) })).toBeVisible();
  await theirs.goto(`${consoleUrl}/people`);
  await expectAccessible(theirs, 'People, as support');

  // They give their key up, and are out at once.
  const own = theirs.getByRole('listitem').filter({ hasText: 'you' });
  await own.getByRole('button', { name: 'Manage …' }).click();
  await own.getByLabel('Why, kept for ever').fill('I leave');
  await own.getByRole('button', { name: 'Give up my key' }).click();
  await expect(theirs.getByRole('heading', { name: 'Who is there?' })).toBeVisible();
});

test('the console is nobody’s before they enter, and nobody’s after they leave', async ({ page, world }) => {
  await page.goto(`${world.consoleUrl}/people`);
  await expect(page.getByRole('heading', { name: 'Who is there?' })).toBeVisible();
  await expectAccessible(page, 'Who is there?');
  await page.getByLabel('Your name').fill('nobody');
  await plugInAuthenticator(page);
  await page.getByRole('button', { name: 'Enter with your passkey' }).click();
  await expect(page.getByText(/No passkey was shown/)).toBeVisible();
  await enterAs(page, world.consoleUrl, 'vera');
  await page.getByRole('button', { name: /vera.*look, keys/ }).click();
  await page.getByRole('menuitem', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Who is there?' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Who is there?' })).toBeVisible();
});

test('a click on a menu counts although its code arrives between press and release', async ({ page, world }) => {
  const isMenuCode = /\/MenuView[^/]*\.js$/;
  await page.route(isMenuCode, async (route) => {
    await released.promise;
    await route.continue();
  });
  const released = Promise.withResolvers<void>();
  await enterAs(page, world.consoleUrl, 'vera');
  await page.getByRole('button', { name: /vera.*look, keys/ }).hover();
  await page.mouse.down();
  const response = page.waitForResponse(isMenuCode);
  released.resolve();
  await page.evaluate(async (url) => {
    await import(url);
    await new Promise((resolve) => requestIdleCallback(resolve));
  }, (await response).url());
  await page.mouse.up();
  await expect(page.getByRole('menuitem', { name: 'Leave' })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});

test('the history is verified by a press', async ({ page, world }) => {
  await enterAs(page, world.consoleUrl, 'vera');
  await page.goto(`${world.consoleUrl}/people/audit`);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(/the history is as it was written/)).toBeVisible();
});
