import { singleRolePeople } from '../../sandbox/world/samplePersons.ts';
import { expectAccessible } from '../page/inspectPage.ts';
import { expect, test } from '../world.ts';
import { DESKTOP_WINDOW, logInAsPerson } from './consolePage.ts';

test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });

/** The first section that each role sees after login. */
const FIRST_SECTIONS = {
  viewer: 'reports',
  support: 'orders',
  compliance: 'reviews',
  treasurer: 'treasury',
  admin: 'today',
};

for (const [name, role] of Object.entries(singleRolePeople))
  test(`${name}, with the role ${role}, logs in with one click and sees ${FIRST_SECTIONS[role]} first`, async ({
    page,
    world,
  }) => {
    await logInAsPerson(page, world.consoleUrl, name);
    await expect(
      page.getByRole('button', { name: new RegExp(`${name}.*${role}.*appearance, shortcuts`, 'i') }),
    ).toBeVisible();
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect(links.filter({ hasText: 'People' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/console/${FIRST_SECTIONS[role]}$`));
    await expect(links.filter({ hasText: 'Reports' })).toHaveCount(role === 'support' ? 0 : 1);
    await expect(links.and(page.locator('[aria-current="page"]'))).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

test('a section for other roles names the roles that may see it, and the search does not find it', async ({
  page,
  world,
}) => {
  await logInAsPerson(page, world.consoleUrl, 'sam');
  await page.goto(`${world.consoleUrl}/reports/margin`);
  await expect(page.getByRole('heading', { name: 'You don’t have access to Reports', level: 1 })).toBeVisible();
  await expect(page.getByText(/^This page requires the role viewer, compliance, treasurer, or admin\./)).toBeVisible();
  await expectAccessible(page, 'a section for other roles');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('rep');
  await expect(page.getByText('No results for “rep”.')).toBeVisible();
});

test('a locked console cannot be operated by keyboard, and the same person can unlock it', async ({ page, world }) => {
  await logInAsPerson(page, world.consoleUrl, 'sam');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await page.getByRole('button', { name: /sam.*appearance, shortcuts/i }).click();
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  await expect(page.getByRole('heading', { name: 'Session locked' })).toBeVisible();
  // Inert, so out of reach of keyboard and screen readers; Chromium still counts it as visible.
  await expect(page.locator('[inert]').filter({ has: navigation })).toHaveCount(1);
  await expectAccessible(page, 'Locked');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByRole('heading', { name: 'Session locked' })).toBeHidden();
  await expect(page.locator('[inert]')).toHaveCount(0);
});

test('the page stays unlocked when a call from before the unlock is refused as locked', async ({ page, world }) => {
  const LOCKED = { respCode: '401', respMessage: 'The session is locked.', data: { error: 'console_locked' } };
  let refuse: (() => void) | undefined;
  await page.route('**/gateway/console/counts', async (route) => {
    if (refuse) return route.fallback();
    await new Promise<void>((resolve) => (refuse = resolve));
    await route.fulfill({ json: LOCKED });
  });
  await logInAsPerson(page, world.consoleUrl, 'sam');
  await expect.poll(() => refuse !== undefined).toBe(true);
  await page.getByRole('button', { name: /sam.*appearance, shortcuts/i }).click();
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  const heading = page.getByRole('heading', { name: 'Session locked' });
  await expect(heading).toBeVisible();
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(heading).toBeHidden();
  const answered = page.waitForResponse('**/gateway/console/counts');
  refuse?.();
  await (await answered).finished();
  // The page has handled the answer once it draws the second frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await expect(page.getByRole('button', { name: /sam.*appearance, shortcuts/i })).toBeVisible();
  await expect(page.locator('[inert]')).toHaveCount(0);
  await expect(heading).toBeHidden();
  await page.unrouteAll({ behavior: 'wait' });
});

test('logging out ends the session on the server', async ({ page, world }) => {
  await logInAsPerson(page, world.consoleUrl, 'tess');
  const cookies = await page.context().cookies();
  const listPeople = async (): Promise<unknown> => {
    const response = await page.request.post(`${new URL(world.consoleUrl).origin}/gateway/console/people`, {
      data: {},
    });
    return response.json();
  };
  expect(await listPeople()).toMatchObject({ respCode: '200' });
  await page.getByRole('button', { name: /tess.*appearance, shortcuts/i }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  // The browser has deleted its cookie, but a copy of it could still be used.
  await page.context().addCookies(cookies);
  expect(await listPeople()).toMatchObject({ data: { error: 'console_left' } });
});
