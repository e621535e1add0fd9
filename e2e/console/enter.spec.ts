import { personsOfRoles } from '../../sandbox/world/samplePersons.ts';
import { expectAccessible } from '../inspect.ts';
import { expect, test } from '../world.ts';
import { DESK, enterAs } from './consolePage.ts';

test.use({ viewport: DESK, isMobile: false, hasTouch: false });

/** Where each begins: the place of their work. */
const FIRST = { viewer: 'reports', support: 'orders', compliance: 'reviews', treasurer: 'treasury', admin: 'today' };

for (const [name, role] of Object.entries(personsOfRoles))
  test(`${name} enters by one press, and begins at ${FIRST[role]} as ${role}`, async ({ page, world }) => {
    await enterAs(page, world.consoleUrl, name);
    await expect(page.getByRole('button', { name: new RegExp(`${name}.*${role}.*look, keys`, 'i') })).toBeVisible();
    const places = page.getByRole('navigation', { name: 'Places' }).getByRole('link');
    await expect(places.filter({ hasText: 'People' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/console/${FIRST[role]}$`));
    await expect(places.filter({ hasText: 'Reports' })).toHaveCount(role === 'support' ? 0 : 1);
    await expect(places.and(page.locator('[aria-current="page"]'))).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

test('a place of other roles says why it is not shown, and who reads it', async ({ page, world }) => {
  await enterAs(page, world.consoleUrl, 'sam');
  await page.goto(`${world.consoleUrl}/reports/margin`);
  await expect(page.getByRole('heading', { name: 'Reports is not for your role', level: 1 })).toBeVisible();
  await expect(page.getByText(/^It is read by viewer, compliance, treasurer, or admin\./)).toBeVisible();
  await expectAccessible(page, 'a place of other roles');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('rep');
  await expect(page.getByText('Nothing is found for “rep”.')).toBeVisible();
});

test('a console that was locked shows nothing to the keyboard, and opens to whoever was in', async ({
  page,
  world,
}) => {
  await enterAs(page, world.consoleUrl, 'sam');
  const places = page.getByRole('navigation', { name: 'Places' });
  await page.getByRole('button', { name: /sam.*look, keys/i }).click();
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible();
  // Out of reach of keys and readers; Chromium still counts it as seen.
  await expect(page.locator('[inert]').filter({ has: places })).toHaveCount(1);
  await expectAccessible(page, 'Locked');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeHidden();
  await expect(page.locator('[inert]')).toHaveCount(0);
});

test('whoever leaves is out in the server too', async ({ page, world }) => {
  await enterAs(page, world.consoleUrl, 'tess');
  await page.getByRole('button', { name: /tess.*look, keys/i }).click();
  await page.getByRole('menuitem', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Who is there?' })).toBeVisible();
  const asked = await page.request.post(`${new URL(world.consoleUrl).origin}/gateway/console/people`, { data: {} });
  expect(await asked.json()).toMatchObject({ data: { error: 'console_left' } });
});
