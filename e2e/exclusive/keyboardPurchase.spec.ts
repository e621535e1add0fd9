/// <reference lib="dom" />
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { newCardExpiry } from '../buyers/cardExpiry.ts';
import { findCardFrame, testCards } from '../buyers/purchaseSteps.ts';
import { expectNavigatedTo, pickByKeyboard, pressByKeyboard, tabTo, typeByKeyboard } from '../page/keyboard.ts';
import { expect } from '../world.ts';
import { test } from './exclusiveTest.ts';

const PHONE = { width: 375, height: 820 };

test.use({ viewport: PHONE, isMobile: false, hasTouch: false, deviceScaleFactor: 1, reducedMotion: 'no-preference' });

test('a whole purchase works by keyboard only', async ({ page, desk, controls }) => {
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const textbox = (name: string | RegExp) => page.getByRole('textbox', { name });
  const liveRegion = (text: string | RegExp) => page.locator('[aria-live="polite"]').filter({ hasText: text });

  await page.goto('/edit?defaultSendCurrency=EUR&defaultGetCurrency=BTC');
  await expect(button('Continue')).toBeEnabled();
  await pressByKeyboard(page, button(/^BTC/));
  await typeByKeyboard(page, page.getByRole('combobox'), 'eth');
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
  await expect(liveRegion(/^Quote updated\. You get [\d.,]+\sETH\.$/)).toBeAttached();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);

  await tabTo(page, page.getByRole('radio', { name: /^Card/ }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: /^Card/ })).not.toBeChecked();
  await expect(page.getByRole('radio', { checked: true })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: /^Card/ })).toBeChecked();
  await pressByKeyboard(page, button('Continue'));

  await expect(page).toHaveURL(/\/submit-address/);
  await expectNavigatedTo(page, 'Enter Wallet Address');
  await typeByKeyboard(page, textbox('Wallet Address'), privateKeyToAccount(generatePrivateKey()).address);
  await pressByKeyboard(page, page.getByRole('radio', { name: /^Self-hosted wallet/ }), 'Space');
  await pressByKeyboard(page, button('Continue'));

  await expect(page).toHaveURL(/\/confirm-address/);
  await expectNavigatedTo(page, 'Confirm Address');
  await pressByKeyboard(page, button('Confirm'));

  await expect(page).toHaveURL(/\/email-login/);
  const email = newEmail();
  await typeByKeyboard(page, textbox('Email'), email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/verification-code/);
  await expect(textbox('Verification code')).toBeFocused();
  await page.keyboard.type(await desk.loginCode(email));

  await expect(page).toHaveURL(/\/enter-information/);
  await typeByKeyboard(page, textbox('First name'), 'Anna');
  await typeByKeyboard(page, textbox('Last name'), 'Weber');
  await typeByKeyboard(page, textbox('Date of birth'), '1990-05-31');
  await pickByKeyboard(page, 'Citizenship', 'Germany');
  await typeByKeyboard(page, textbox('City'), 'Berlin');
  await pickByKeyboard(page, 'Purpose and nature of account', 'Personal');
  await typeByKeyboard(page, textbox('Contact number'), '+49 30 901820');
  await pressByKeyboard(page, button('Continue'));

  await expect(page).toHaveURL(/\/enter-card/);
  const frame = findCardFrame(page);
  await typeByKeyboard(page, frame.getByRole('textbox', { name: 'Card number' }), testCards.pays.replaceAll(' ', ''));
  await typeByKeyboard(page, frame.getByRole('textbox', { name: 'Expiry date' }), newCardExpiry().replace(' / ', ''));
  await typeByKeyboard(page, frame.getByRole('textbox', { name: 'Security code' }), '123');
  await typeByKeyboard(page, textbox('Name on card'), 'Anna Weber');
  await pickByKeyboard(page, 'Country', 'Germany');
  await typeByKeyboard(page, textbox('ZIP code'), '10115');
  await typeByKeyboard(page, textbox('City'), 'Berlin');
  await typeByKeyboard(page, page.getByRole('textbox', { name: 'Address', exact: true }), 'Invalidenstraße 44');
  await pressByKeyboard(page, page.getByRole('checkbox', { name: 'Save this card' }), 'Space');
  await expect(page.getByRole('checkbox', { name: 'Save this card' })).toBeChecked();
  // The status is a heading within a live region.
  await controls.withoutBlocks('ethereum', async () => {
    await pressByKeyboard(page, button(/^Pay /));
    await expect(liveRegion('Delivering').getByRole('heading', { level: 1 })).toBeVisible();
  });
  await expect(liveRegion('Delivered').getByRole('heading', { level: 1 })).toBeVisible();
});
