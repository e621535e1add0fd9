/// <reference lib="dom" />

import { newEmail } from '../buyers/buyerDetails.ts';
import { checkByLabel } from '../buyers/checkByLabel.ts';
import { enterAddress, logIn, openQuote, submitDetails } from '../buyers/purchaseSteps.ts';
import { inAppBrowsers, removeFeatures } from '../emulation/inAppBrowsers.ts';
import { expectNotCovered } from '../page/expectNotCovered.ts';
import { expectNoSidewaysScrolling } from '../page/inspectPage.ts';
import { expect, test } from '../world.ts';

const WANTED = { pay: { amount: '120', currency: 'EUR' }, receive: 'BTC' };
const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

/** The space that an app's bars leave to the page, which is less than in a separate browser. */
const BETWEEN_BARS = { width: 360, height: 560 };

for (const { name, userAgent, lacks } of inAppBrowsers) {
  test.describe(name, () => {
    test.use({ userAgent, viewport: BETWEEN_BARS });

    test('lets a buyer get to the card page', async ({ page, context, desk }) => {
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      await removeFeatures(context, lacks);
      const findButton = (label: string | RegExp) => page.getByRole('button', { name: label });

      await openQuote(page, WANTED);
      await expect(page.getByRole('radio', { name: 'Apple Pay' })).toHaveCount(0);
      await expect(page.getByRole('radio', { name: 'Google Pay' })).toHaveCount(
        lacks.includes('paymentRequest') ? 0 : 1,
      );
      await checkByLabel(page.getByRole('radio', { name: 'Card' }));
      await expectNoSidewaysScrolling(page, `${name}: Edit`);
      await expectNotCovered(findButton('Continue'), `${name}: Edit`);
      await findButton('Continue').click();

      await enterAddress(page, ADDRESS);
      await expectNotCovered(findButton('Confirm'), `${name}: Confirm Address`);
      await findButton('Confirm').click();

      await expect(page).toHaveURL(/\/email-login/);
      await expectNoSidewaysScrolling(page, `${name}: login`);
      await expectNotCovered(findButton('Continue'), `${name}: login`);
      await expect(findButton('Log in with a passkey')).toHaveCount(0);
      expect(errors).toEqual([]);
      const email = newEmail();
      await logIn(page, desk, email);
      await submitDetails(page, email);
      await expect(page).toHaveURL(/\/enter-card/);
      await expect(page.getByRole('textbox', { name: 'Name on card' })).toBeVisible();
      await expectNoSidewaysScrolling(page, `${name}: card`);
      await expectNotCovered(findButton(/^Pay /), `${name}: card`);
      expect(errors).toEqual([]);
    });
  });
}
