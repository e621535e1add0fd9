/// <reference lib="dom" />
import type { Locator } from '@playwright/test';
import { setTextSize } from '../fits.ts';
import { expectNoSidewaysScrolling } from '../inspect.ts';
import { checkLabelled } from '../labelled.ts';
import { newEmail } from '../person.ts';
import { openQuote } from '../purchase.ts';
import { expectUncovered } from '../uncovered.ts';
import { expect, test } from '../world.ts';

const WANTED = { pay: { amount: '120', currency: 'EUR' }, receive: 'BTC' };
const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

/** A page zoomed in a window of 1280 by 1024 pixels has so many CSS pixels; a phone's reader enlarges the text only. */
const ZOOMS = [
  { name: 'at 200 %', viewport: { width: 640, height: 512 }, textSize: '' },
  { name: 'at 400 %', viewport: { width: 320, height: 256 }, textSize: '' },
  { name: 'with text of twice the size', viewport: { width: 360, height: 640 }, textSize: '200%' },
] as const;

for (const { name, viewport, textSize } of ZOOMS) {
  test.describe(name, () => {
    test.use({ viewport, isMobile: false, hasTouch: false });

    test('Edit, address and log-in can be read, filled in and pressed', async ({ page, desk }) => {
      /** What a buyer fills in, and what they press next, on one screen. */
      const use = async (screen: string, field: Locator | null, primary: Locator) => {
        await expect(primary).toBeVisible();
        // A reload removes it.
        await setTextSize(page, textSize);
        await expectNoSidewaysScrolling(page, `${screen} ${name}`);
        if (field) {
          await field.focus();
          await expectUncovered(field, `${screen} ${name}, the field in use`);
        }
        await expectUncovered(primary, `${screen} ${name}`);
      };
      const button = (label: string) => page.getByRole('button', { name: label });
      const textbox = (label: string) => page.getByRole('textbox', { name: label });

      await openQuote(page, WANTED);
      await use('Edit', textbox('You pay'), button('Continue'));
      await expectUncovered(
        page.getByRole('radio', { name: 'Bank transfer' }).locator('xpath=ancestor::label'),
        `the payment methods ${name}`,
      );
      await button('Continue').click();

      await expect(page).toHaveURL(/\/submit-address/);
      await textbox('Wallet Address').fill(ADDRESS);
      await use('Submit Address', textbox('Wallet Address'), button('Continue'));
      await checkLabelled(page.getByRole('radio', { name: /Self-hosted wallet/ }));
      await button('Continue').click();
      await expect(page).toHaveURL(/\/confirm-address/);
      await use('Confirm Address', null, button('Confirm'));
      await button('Confirm').click();

      await expect(page).toHaveURL(/\/email-login/);
      const email = newEmail();
      await textbox('Email').fill(email);
      await use('Log-in', textbox('Email'), button('Continue'));
      await button('Continue').click();
      await expect(page).toHaveURL(/\/verification-code/);
      await setTextSize(page, textSize);
      await expectNoSidewaysScrolling(page, `the code ${name}`);
      await textbox('Verification code').fill(await desk.loginCode(email));
      await expect(page).toHaveURL(/\/enter-information/);
      await use('Details', textbox('First name'), button('Continue'));
    });
  });
}
