/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { newCardExpiry } from '../cardExpiry.ts';
import { enterAsAnna } from '../gallery/arrivals.ts';
import { test } from '../gallery/galleryTest.ts';
import { expectArrival, focused, press, tabTo, type } from '../keyboard.ts';
import {
  cardFrame,
  cards,
  DELIVERY_MS,
  expectStatus,
  fillCard,
  giveBilling,
  giveDetails,
  newEmail,
} from '../purchase.ts';
import { expect } from '../world.ts';

const PHONE = { width: 375, height: 820 };

test.use({ viewport: PHONE, isMobile: false, hasTouch: false, deviceScaleFactor: 1, reducedMotion: 'no-preference' });

function freshAddress(): string {
  return privateKeyToAccount(generatePrivateKey()).address;
}

/** Types what is looked for: a native list takes it, one of our own shows what it finds, and Enter takes the first. */
async function pick(page: Page, name: string, words: string): Promise<void> {
  const box = page.getByRole('combobox', { name });
  await type(page, box, words);
  if ((await box.evaluate((element) => element.tagName)) === 'SELECT') {
    await expect(box.locator('option:checked')).toHaveText(new RegExp(`^${words}`));
    return;
  }
  await expect(page.getByRole('listbox').getByRole('option', { name: words })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue(words);
}

test('a whole purchase needs the keyboard alone', async ({ page, desk }) => {
  test.slow();
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const textbox = (name: string | RegExp) => page.getByRole('textbox', { name });
  const heard = (words: string | RegExp) => page.locator('[aria-live="polite"]').filter({ hasText: words });

  await page.goto('/edit?defaultSendCurrency=EUR&defaultGetCurrency=BTC');
  await expect(button('Continue')).toBeEnabled();
  await press(page, button(/^BTC/));
  await type(page, page.getByRole('combobox'), 'eth');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button(/^ETH/)).toBeFocused();

  await tabTo(page, textbox('You pay'), 'Shift+Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('1');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('alert').filter({ hasText: /^Min\. amount is/ })).toHaveCount(1);
  await tabTo(page, textbox('You pay'), 'Shift+Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('60');
  await page.keyboard.press('Tab');
  await expect(heard(/^Quote updated\. You get [\d.,]+\sETH\.$/)).toBeAttached();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);

  await tabTo(page, page.getByRole('radio', { name: /^Card/ }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: /^Card/ })).not.toBeChecked();
  await expect(page.getByRole('radio', { checked: true })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: /^Card/ })).toBeChecked();
  await press(page, button('Continue'));

  await expect(page).toHaveURL(/\/submit-address/);
  await expectArrival(page, 'Enter Wallet Address');
  await type(page, textbox('Wallet Address'), freshAddress());
  await press(page, page.getByRole('radio', { name: /^Self-hosted wallet/ }), 'Space');
  await press(page, button('Continue'));

  await expect(page).toHaveURL(/\/confirm-address/);
  await expectArrival(page, 'Confirm Address');
  await press(page, button('Confirm'));

  await expect(page).toHaveURL(/\/email-login/);
  const email = newEmail();
  await type(page, textbox('Email'), email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/verification-code/);
  await expect(textbox('Verification code')).toBeFocused();
  await page.keyboard.type(await desk.loginCode(email));

  await expect(page).toHaveURL(/\/enter-information/);
  await type(page, textbox('First name'), 'Anna');
  await type(page, textbox('Last name'), 'Weber');
  await type(page, textbox('Date of birth'), '1990-05-31');
  await pick(page, 'Citizenship', 'Germany');
  await type(page, textbox('City'), 'Berlin');
  await pick(page, 'Purpose and nature of account', 'Personal');
  await type(page, textbox('Contact number'), '+49 30 901820');
  await press(page, button('Continue'));

  await expect(page).toHaveURL(/\/enter-card/);
  const frame = cardFrame(page);
  await type(page, frame.getByRole('textbox', { name: 'Card number' }), cards.pays.replaceAll(' ', ''));
  await type(page, frame.getByRole('textbox', { name: 'Expiry date' }), newCardExpiry().replace(' / ', ''));
  await type(page, frame.getByRole('textbox', { name: 'Security code' }), '123');
  await type(page, textbox('Name on card'), 'Anna Weber');
  await pick(page, 'Country', 'Germany');
  await type(page, textbox('ZIP code'), '10115');
  await type(page, textbox('City'), 'Berlin');
  await type(page, page.getByRole('textbox', { name: 'Address', exact: true }), 'Invalidenstraße 44');
  await press(page, page.getByRole('checkbox', { name: 'Save this card' }), 'Space');
  await expect(page.getByRole('checkbox', { name: 'Save this card' })).toBeChecked();
  // The status is a heading within a region that tells of changes.
  await desk.withoutBlocks('ethereum', async () => {
    await press(page, button(/^Pay /));
    await expect(heard('Delivering').getByRole('heading', { level: 1 })).toBeVisible({ timeout: DELIVERY_MS });
  });
  await expect(heard('Delivered').getByRole('heading', { level: 1 })).toBeVisible({ timeout: DELIVERY_MS });
});

test('whatever is opened gives the focus back to its opener', async ({ page, gallery }) => {
  test.slow();
  await gallery.openOrder();
  await enterAsAnna(page, gallery);
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
      // The sheets may hold buttons of the same name; the opener comes before them.
      const opener = page.getByRole('button', { name }).first();
      await press(page, opener);
      await expect(page.locator('dialog[open]')).toBeVisible();
      expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
      await page.keyboard.press('Escape');
      await expect(page.locator('dialog[open]')).toHaveCount(0);
      await expect(opener).toBeFocused();
      // The popup's entry of the history is given back a moment later.
      await page.waitForFunction(() => (history.state as { overlay?: boolean } | null)?.overlay !== true);
    }
  }

  await page.goto('/edit');
  await press(page, page.getByRole('button', { name: 'Menu' }));
  await press(page, page.getByRole('button', { name: 'Log Out' }));
  await expect(page.getByRole('dialog', { name: 'Log Out' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
  await press(page, page.getByRole('button', { name: 'Menu' }));
  await press(page, page.getByRole('link', { name: 'Settings' }));
  await expectArrival(page, 'Settings');
  expect(await focused(page)).toBe('H1');
});

test('who asks for little motion gets none that lasts', async ({ page, gallery }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(() => {
    const seen = new Set<string>();
    const sample = () => {
      for (const { effect } of document.getAnimations()) {
        // Without the wait before it.
        const lasts = Number(effect?.getComputedTiming().activeDuration ?? 0);
        const { target, getKeyframes } = effect as KeyframeEffect;
        // A ring that goes on by steps is a clock's hand, no movement.
        const steps = getKeyframes.call(effect).some(({ easing }) => easing.startsWith('steps'));
        if (lasts > 80 && !steps) seen.add(`${target?.outerHTML.slice(0, 80)}: ${lasts} ms`);
      }
      requestAnimationFrame(sample);
    };
    requestAnimationFrame(sample);
    Object.assign(window, { longMovements: seen });
  });
  const movements = () => page.evaluate(() => [...(window as unknown as { longMovements: Set<string> }).longMovements]);
  await enterAsAnna(page, gallery);
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
  expect(await movements()).toEqual([]);
  const { orderNo } = await gallery.sentOrder();
  await page.goto(`/order-status?orderNo=${orderNo}`);
  await expectStatus(page, /Deliver/);
  expect(await movements()).toEqual([]);
});

test.describe('with letters of twice the size, by touch', () => {
  test.use({ isMobile: true, hasTouch: true });

  test('a whole purchase fits a phone', async ({ page, desk }) => {
    test.slow();
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
    await page.getByRole('textbox', { name: 'Wallet Address' }).fill(freshAddress());
    await page.getByRole('radio', { name: /^Self-hosted wallet/ }).tap();
    await tap('Continue');
    await tap('Confirm');
    const email = newEmail();
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await tap('Continue');
    await page.getByRole('textbox', { name: 'Verification code' }).fill(await desk.loginCode(email));
    await giveDetails(page);
    await expect(page).toHaveURL(/\/enter-card/);
    await fillCard(page, cards.pays);
    await giveBilling(page);
    await tap(/^Pay /);
    await expectStatus(page, 'Delivered', DELIVERY_MS);
  });
});
