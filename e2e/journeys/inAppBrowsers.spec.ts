/// <reference lib="dom" />
import { inAppBrowsers, takeAway } from '../inAppBrowsers.ts';
import { expectNoSidewaysScrolling } from '../inspect.ts';
import { checkLabelled } from '../labelled.ts';
import { newEmail } from '../person.ts';
import { giveAddress, giveDetails, logIn, openQuote } from '../purchase.ts';
import { expectUncovered } from '../uncovered.ts';
import { expect, test } from '../world.ts';

const WANTED = { pay: { amount: '120', currency: 'EUR' }, receive: 'BTC' };
const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

/** Between the bars of the app: less than a browser of its own has. */
const BETWEEN_BARS = { width: 360, height: 560 };

for (const { name, userAgent, lacks } of inAppBrowsers) {
  test.describe(name, () => {
    test.use({ userAgent, viewport: BETWEEN_BARS });

    test('chooses the payment and logs in', async ({ page, context, desk }) => {
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      await takeAway(context, lacks);
      const button = (label: string | RegExp) => page.getByRole('button', { name: label });

      await openQuote(page, WANTED);
      await expect(page.getByRole('radio', { name: 'Apple Pay' })).toHaveCount(0);
      await expect(page.getByRole('radio', { name: 'Google Pay' })).toHaveCount(
        lacks.includes('paymentRequest') ? 0 : 1,
      );
      await checkLabelled(page.getByRole('radio', { name: 'Card' }));
      await expectNoSidewaysScrolling(page, `${name}: Edit`);
      await expectUncovered(button('Continue'), `${name}: Edit`);
      await button('Continue').click();

      await giveAddress(page, ADDRESS);
      await expectUncovered(button('Confirm'), `${name}: Confirm Address`);
      await button('Confirm').click();

      await expect(page).toHaveURL(/\/email-login/);
      await expectNoSidewaysScrolling(page, `${name}: log-in`);
      await expectUncovered(button('Continue'), `${name}: log-in`);
      await expect(button('Log in with a passkey')).toHaveCount(0);
      expect(errors).toEqual([]);
      const email = newEmail();
      await logIn(page, desk, email);
      await giveDetails(page, email);
      await expect(page).toHaveURL(/\/enter-card/);
      await expect(page.getByRole('textbox', { name: 'Name on card' })).toBeVisible();
      await expectNoSidewaysScrolling(page, `${name}: card`);
      await expectUncovered(button(/^Pay /), `${name}: card`);
      expect(errors).toEqual([]);
    });
  });
}
