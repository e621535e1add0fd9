/// <reference lib="dom" />
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { expectStatus, fillBillingAddress, fillCard, submitDetails, testCards } from '../buyers/purchaseSteps.ts';
import { logInAsAnna } from '../gallery/sceneSetup.ts';
import { test } from '../oneTab.ts';
import { expectNavigatedTo, pressByKeyboard, readFocusedTag } from '../page/keyboard.ts';
import { expect } from '../world.ts';

const PHONE = { width: 375, height: 820 };

test.use({ viewport: PHONE, isMobile: false, hasTouch: false, deviceScaleFactor: 1, reducedMotion: 'no-preference' });

function newAddress(): string {
  return privateKeyToAccount(generatePrivateKey()).address;
}

test('closing a dialog returns the focus to the button that opened it', async ({ page, gallery }) => {
  await gallery.openOrder();
  await logInAsAnna(page, gallery);
  const { orderNo } = await gallery.transferOrder();
  const openers: readonly (readonly [string, readonly RegExp[]])[] = [
    ['/edit?defaultSendCurrency=EUR&defaultGetCurrency=BTC', [/Germany/, /^Menu$/, /^EUR/, /^BTC/]],
    ['/buy', [/^Change$/]],
    ['/settings', [/^Log out everywhere/, /^Delete my data/]],
    ['/addresses', [/^Edit Ledger/, /^Delete Ledger/]],
    [`/payment-status?orderNo=${orderNo}`, [/^Cancel order/]],
  ];
  for (const [path, names] of openers) {
    await page.goto(path);
    for (const name of names) {
      // The sheets may contain buttons of the same name; the opener comes before them.
      const opener = page.getByRole('button', { name }).first();
      await pressByKeyboard(page, opener);
      await expect(page.locator('dialog[open]')).toBeVisible();
      await expect(page.locator('dialog:focus, dialog :focus')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(page.locator('dialog[open]')).toHaveCount(0);
      await expect(opener).toBeFocused();
      // The popup's history entry is removed a moment later.
      await page.waitForFunction(() => (history.state as { overlay?: boolean } | null)?.overlay !== true);
    }
  }

  await page.goto('/edit');
  await pressByKeyboard(page, page.getByRole('button', { name: 'Menu' }));
  await pressByKeyboard(page, page.getByRole('button', { name: 'Log Out' }));
  await expect(page.getByRole('dialog', { name: 'Log Out' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
  await pressByKeyboard(page, page.getByRole('button', { name: 'Menu' }));
  await pressByKeyboard(page, page.getByRole('link', { name: 'Settings' }));
  await expectNavigatedTo(page, 'Settings');
  expect(await readFocusedTag(page)).toBe('H1');
});

test('with reduced motion no animation is longer than 80 ms', async ({ page, gallery }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(() => {
    const longMovements = new Set<string>();
    const sample = () => {
      for (const { effect } of document.getAnimations()) {
        // The active duration excludes the delay.
        const durationMs = Number(effect?.getComputedTiming().activeDuration ?? 0);
        const { target, getKeyframes } = effect as KeyframeEffect;
        // A ring that turns in a few steps is not a smooth movement.
        const isStepped = getKeyframes.call(effect).some(({ easing }) => easing.startsWith('steps'));
        if (durationMs > 80 && !isStepped) longMovements.add(`${target?.outerHTML.slice(0, 80)}: ${durationMs} ms`);
      }
      requestAnimationFrame(sample);
    };
    requestAnimationFrame(sample);
    Object.assign(window, { longMovements });
  });
  const readLongMovements = () =>
    page.evaluate(() => [...(window as unknown as { longMovements: Set<string> }).longMovements]);
  await logInAsAnna(page, gallery);
  await page.goto('/edit?defaultSendCurrency=EUR&defaultGetCurrency=BTC');
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
  for (const name of [/Germany/, /^Menu$/, /^BTC/]) {
    await page.getByRole('button', { name }).click();
    await expect(page.locator('dialog[open]')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog[open]')).toHaveCount(0);
  }
  await page.locator('.summary-head').click();
  await page.getByRole('textbox', { name: 'You pay' }).fill('120');
  await page.getByRole('textbox', { name: 'You pay' }).blur();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/submit-address/);
  expect(await readLongMovements()).toEqual([]);
  const { orderNo } = await gallery.sentOrder();
  await page.goto(`/order-status?orderNo=${orderNo}`);
  await expectStatus(page, /Deliver/);
  expect(await readLongMovements()).toEqual([]);
});

test.describe('with doubled text size, by touch', () => {
  test.use({ isMobile: true, hasTouch: true });

  test('a whole purchase works on a phone', async ({ page, desk }) => {
    await page.addInitScript(() => {
      if (window !== window.top) return;
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = '200%';
      });
    });
    const tap = (name: string | RegExp) => page.getByRole('button', { name }).tap();
    await page.goto('/edit?defaultSendCurrency=EUR&defaultGetCurrency=BTC');
    expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('32px');
    await tap(/^BTC/);
    await page.getByRole('option', { name: /^ETH/ }).first().tap();
    await page.getByRole('textbox', { name: 'You pay' }).fill('60');
    await page.getByRole('textbox', { name: 'You pay' }).blur();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
    await tap('Continue');
    await page.getByRole('textbox', { name: 'Wallet Address' }).fill(newAddress());
    await page.getByRole('radio', { name: /^Self-hosted wallet/ }).tap();
    await tap('Continue');
    // Wait for this screen's quote: the page still grows until then, and a tap could miss the button.
    await expect(page).toHaveURL(/\/confirm-address/);
    await expect(page.getByRole('timer')).toBeVisible();
    await tap('Confirm');
    await expect(page).toHaveURL(/\/email-login/);
    const email = newEmail();
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await tap('Continue');
    await page.getByRole('textbox', { name: 'Verification code' }).fill(await desk.loginCode(email));
    await submitDetails(page);
    await expect(page).toHaveURL(/\/enter-card/);
    await fillCard(page, testCards.pays);
    await fillBillingAddress(page);
    await tap(/^Pay /);
    await expectStatus(page, 'Delivered');
  });
});
