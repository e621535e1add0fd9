/// <reference lib="dom" />
import type { Locator } from '@playwright/test';
import { newEmail } from '../buyers/buyerDetails.ts';
import { checkByLabel } from '../buyers/checkByLabel.ts';
import { openQuote } from '../buyers/purchaseSteps.ts';
import { expectNotCovered } from '../page/expectNotCovered.ts';
import { expectNoSidewaysScrolling } from '../page/inspectPage.ts';
import { setTextSize } from '../page/pageFits.ts';
import { expect, test } from '../world.ts';

const WANTED = { pay: { amount: '120', currency: 'EUR' }, receive: 'BTC' };
const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

/** The size in CSS pixels of a zoomed window of 1280 by 1024 pixels, and a phone on which only the text is enlarged. */
const ZOOMS = [
  { name: 'at 200 %', viewport: { width: 640, height: 512 }, textSize: '' },
  { name: 'at 400 %', viewport: { width: 320, height: 256 }, textSize: '' },
  { name: 'with text of twice the size', viewport: { width: 360, height: 640 }, textSize: '200%' },
] as const;

for (const { name, viewport, textSize } of ZOOMS) {
  test.describe(name, () => {
    test.use({ viewport, isMobile: false, hasTouch: false });

    test('Edit, address and login stay readable and usable', async ({ page, desk }) => {
      /** Checks that nothing overflows, and that the focused field and the button that the buyer presses next are not covered. */
      const expectUsable = async (screen: string, field: Locator | null, primary: Locator) => {
        await expect(primary).toBeVisible();
        // A page load resets the text size.
        await setTextSize(page, textSize);
        await expectNoSidewaysScrolling(page, `${screen} ${name}`);
        if (field) {
          await field.focus();
          await expectNotCovered(field, `${screen} ${name}, the field in use`);
        }
        await expectNotCovered(primary, `${screen} ${name}`);
      };
      const findButton = (label: string) => page.getByRole('button', { name: label });
      const findTextbox = (label: string) => page.getByRole('textbox', { name: label });

      await openQuote(page, WANTED);
      await expectUsable('Edit', findTextbox('You pay'), findButton('Continue'));
      await expectNotCovered(
        page.getByRole('radio', { name: 'Bank transfer' }).locator('xpath=ancestor::label'),
        `the payment methods ${name}`,
      );
      await findButton('Continue').click();

      await expect(page).toHaveURL(/\/submit-address/);
      await findTextbox('Wallet Address').fill(ADDRESS);
      await expectUsable('Submit Address', findTextbox('Wallet Address'), findButton('Continue'));
      await checkByLabel(page.getByRole('radio', { name: /Self-hosted wallet/ }));
      await findButton('Continue').click();
      await expect(page).toHaveURL(/\/confirm-address/);
      await expectUsable('Confirm Address', null, findButton('Confirm'));
      await findButton('Confirm').click();

      await expect(page).toHaveURL(/\/email-login/);
      const email = newEmail();
      await findTextbox('Email').fill(email);
      await expectUsable('Login', findTextbox('Email'), findButton('Continue'));
      await findButton('Continue').click();
      await expect(page).toHaveURL(/\/verification-code/);
      await setTextSize(page, textSize);
      await expectNoSidewaysScrolling(page, `the code ${name}`);
      await findTextbox('Verification code').fill(await desk.loginCode(email));
      await expect(page).toHaveURL(/\/enter-information/);
      await expectUsable('Details', findTextbox('First name'), findButton('Continue'));
    });
  });
}
