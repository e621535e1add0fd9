import { personsOfRoles } from '../../sandbox/world/samplePersons.ts';
import { expectAccessible } from '../inspect.ts';
import { expect, test } from '../world.ts';
import { DESK, enterAs } from './consolePage.ts';

test.use({ viewport: DESK, isMobile: false, hasTouch: false });

for (const [name, role] of Object.entries(personsOfRoles))
  test(`${name} enters by one press, and begins at a place of the rail as ${role}`, async ({ page, world }) => {
    await enterAs(page, world.consoleUrl, name);
    await expect(page.getByRole('button', { name: new RegExp(`${name}.*${role}.*look, keys`, 'i') })).toBeVisible();
    const places = page.getByRole('navigation', { name: 'Places' }).getByRole('link');
    await expect(places.filter({ hasText: 'People' })).toBeVisible();
    // Whatever place it is, it is one that the rail marks as the one that is open.
    await expect(places.and(page.locator('[aria-current="page"]'))).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
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
