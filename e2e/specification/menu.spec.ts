/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { answerCall } from '../gallery/interceptedAnswers.ts';
import { addressDraft, logInAsAnna, presetDraft } from '../gallery/sceneSetup.ts';
import { test } from '../oneTab.ts';
import { expectToast, recordToasts } from '../page/recordToasts.ts';
import { expect } from '../world.ts';

async function openEdit(page: Page): Promise<void> {
  await page.goto('/edit?defaultSendCurrency=EUR&defaultGetCurrency=BTC');
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
}

async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'Menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer).toBeVisible();
  return drawer;
}

test('shows the drawer for a buyer who is not logged in', async ({ page }) => {
  await openEdit(page);
  const drawer = await openMenu(page);
  for (const name of ['Buy Crypto', 'My Orders', 'Settings', 'Log In'])
    await expect(drawer.getByRole('link', { name, exact: true })).toBeVisible();
  const terms = drawer.getByRole('link', { name: 'Terms of Service' });
  await expect(terms).toHaveAttribute('target', '_blank');
  await expect(terms).toHaveAttribute('href', '/terms.html');
  await expect(drawer.getByRole('button', { name: 'Log Out' })).toHaveCount(0);
  await expect(drawer.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
  await expect(drawer.getByText(/seller of all crypto on this site/)).toBeVisible();
  const { width = 0 } = page.viewportSize() ?? {};
  await expect
    .poll(async () => {
      const box = await drawer.boundingBox();
      return box === null ? 0 : Math.round(box.x + box.width);
    })
    .toBe(width);
});

test('logging out asks for confirmation, clears the stored login and shows a message', async ({ page, gallery }) => {
  await recordToasts(page);
  await logInAsAnna(page, gallery);
  await presetDraft(page, addressDraft);
  await openEdit(page);
  const drawer = await openMenu(page);
  await expect(drawer.getByRole('link', { name: 'Log In' })).toHaveCount(0);
  await answerCall(page, 'expAuth', {});
  const stored = () => page.evaluate(() => localStorage.getItem('userInfo'));
  await drawer.getByRole('button', { name: 'Log Out' }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Are you sure you want to log out?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await stored()).not.toBeNull();
  await (await openMenu(page)).getByRole('button', { name: 'Log Out' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expectToast(page, 'Log out');
  await expect.poll(stored).toBeNull();
  const draft = await page.evaluate(() => sessionStorage.getItem('globalState'));
  expect(JSON.parse(draft ?? '{}').draft).toMatchObject({ address: '', walletType: '' });
});
