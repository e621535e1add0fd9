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
  const findButton = (name: string | RegExp) => page.getByRole('button', { name });
  const findTextbox = (name: string | RegExp) => page.getByRole('textbox', { name });
  const findLiveRegion = (text: string | RegExp) => page.locator('[aria-live="polite"]').filter({ hasText: text });

  await page.goto('/edit?defaultSendCurrency=EUR&defaultGetCurrency=BTC');
  await expect(findButton('Continue')).toBeEnabled();
  await pressByKeyboard(page, findButton(/^BTC/));
  await typeByKeyboard(page, page.getByRole('combobox'), 'eth');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(findButton(/^ETH/)).toBeFocused();

  await tabTo(page, findTextbox('You pay'), 'Shift+Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('1');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('alert').filter({ hasText: /^Min\. amount is/ })).toHaveCount(1);
  await tabTo(page, findTextbox('You pay'), 'Shift+Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('60');
  await page.keyboard.press('Tab');
  await expect(findLiveRegion(/^Quote updated\. You get [\d.,]+\sETH\.$/)).toBeAttached();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);

  await tabTo(page, page.getByRole('radio', { name: /^Card/ }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: /^Card/ })).not.toBeChecked();
  await expect(page.getByRole('radio', { checked: true })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: /^Card/ })).toBeChecked();
  await pressByKeyboard(page, findButton('Continue'));

  await expect(page).toHaveURL(/\/submit-address/);
  await expectNavigatedTo(page, 'Enter Wallet Address');
  await typeByKeyboard(page, findTextbox('Wallet Address'), privateKeyToAccount(generatePrivateKey()).address);
  await pressByKeyboard(page, page.getByRole('radio', { name: /^Self-hosted wallet/ }), 'Space');
  await pressByKeyboard(page, findButton('Continue'));

  await expect(page).toHaveURL(/\/confirm-address/);
  await expectNavigatedTo(page, 'Confirm Address');
  await pressByKeyboard(page, findButton('Confirm'));

  await expect(page).toHaveURL(/\/email-login/);
  const email = newEmail();
  await typeByKeyboard(page, findTextbox('Email'), email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/verification-code/);
  await expect(findTextbox('Verification code')).toBeFocused();
  await page.keyboard.type(await desk.loginCode(email));

  await expect(page).toHaveURL(/\/enter-information/);
  await typeByKeyboard(page, findTextbox('First name'), 'Anna');
  await typeByKeyboard(page, findTextbox('Last name'), 'Weber');
  await typeByKeyboard(page, findTextbox('Date of birth'), '1990-05-31');
  await pickByKeyboard(page, 'Citizenship', 'Germany');
  await typeByKeyboard(page, findTextbox('City'), 'Berlin');
  await pickByKeyboard(page, 'Purpose and nature of account', 'Personal');
  await typeByKeyboard(page, findTextbox('Contact number'), '+49 30 901820');
  await pressByKeyboard(page, findButton('Continue'));

  await expect(page).toHaveURL(/\/enter-card/);
  const frame = findCardFrame(page);
  await typeByKeyboard(page, frame.getByRole('textbox', { name: 'Card number' }), testCards.pays.replaceAll(' ', ''));
  await typeByKeyboard(page, frame.getByRole('textbox', { name: 'Expiry date' }), newCardExpiry().replace(' / ', ''));
  await typeByKeyboard(page, frame.getByRole('textbox', { name: 'Security code' }), '123');
  await typeByKeyboard(page, findTextbox('Name on card'), 'Anna Weber');
  await pickByKeyboard(page, 'Country', 'Germany');
  await typeByKeyboard(page, findTextbox('ZIP code'), '10115');
  await typeByKeyboard(page, findTextbox('City'), 'Berlin');
  await typeByKeyboard(page, page.getByRole('textbox', { name: 'Address', exact: true }), 'Invalidenstraße 44');
  await pressByKeyboard(page, page.getByRole('checkbox', { name: 'Save this card' }), 'Space');
  await expect(page.getByRole('checkbox', { name: 'Save this card' })).toBeChecked();
  // The status is a heading within a live region.
  await controls.withoutBlocks('ethereum', async () => {
    await pressByKeyboard(page, findButton(/^Pay /));
    await expect(findLiveRegion('Delivering').getByRole('heading', { level: 1 })).toBeVisible();
  });
  await expect(findLiveRegion('Delivered').getByRole('heading', { level: 1 })).toBeVisible();
});
