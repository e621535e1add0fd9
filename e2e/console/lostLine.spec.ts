import { openUnreliableConnection } from '../emulation/unreliableConnection.ts';
import { expect, test } from '../world.ts';
import {
  createOrderPaidByOther,
  DESKTOP_WINDOW,
  fillDecision,
  findScreenHeader,
  logInAsPerson,
} from './consolePage.ts';

test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });

test('an offline console shows the age of its data and asks before an action; once online it shows missed changes', async ({
  playwright,
  launchOptions,
  desk,
  origin,
  world,
  operator,
}) => {
  const { consoleUrl } = world;
  const { orderNo } = await createOrderPaidByOther({ origin, desk }, { amount: '100' });
  const { host } = new URL(consoleUrl);
  const connection = await openUnreliableConnection(new URL(consoleUrl).origin);
  // The page uses the console's address, which signatures and cookies contain, but Chromium connects to a proxy that the
  // test can cut.
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${host} ${new URL(connection.origin).host}`],
  });
  try {
    const context = await browser.newContext({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });
    const page = await context.newPage();
    await page.clock.install();
    await logInAsPerson(page, consoleUrl, 'cleo');
    await page.goto(`${consoleUrl}/orders/${orderNo}`);
    await expect(page.getByRole('heading', { name: 'On hold', level: 1 })).toBeVisible();
    await expect(page.getByText(/^Live, \d+ s ago$/)).toBeVisible();
    await fillDecision(page, /^Refund 100\.00 EUR/, 'the payer is another person');

    connection.cut();
    await expect(page.getByText(/^Last update \d+ s ago$/)).toBeVisible();
    await page.clock.fastForward(31_000);
    const banner = page.getByText(/Disconnected since/);
    await expect(banner).toBeVisible();
    await expect(page.getByText(/^\(last update \d+ s ago\)$/)).toBeVisible();
    // The age keeps growing.
    const age = page.getByText(/^Last update \d+ s ago$/);
    const before = await age.textContent();
    await expect(age).not.toHaveText(before ?? '');

    // An action on old data asks for confirmation before it is signed.
    const refundButton = page.getByRole('button', { name: 'Refund 100.00 EUR' });
    await refundButton.click();
    const dialog = page.getByRole('dialog', { name: 'Continue with data that may be out of date?' });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Not now' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await expect(dialog).toBeHidden();
    await refundButton.click();
    await dialog.getByRole('button', { name: 'Sign anyway' }).click();
    await expect(page.locator('form').getByText(/The console server did not respond/)).toBeVisible();

    // Another person freezes the order meanwhile.
    await operator.runAs('ben', 'freeze', orderNo);
    await expect(findScreenHeader(page).getByText('Frozen', { exact: true })).toBeHidden();
    connection.restore();
    await expect(findScreenHeader(page).getByText('Frozen', { exact: true })).toBeVisible();
    await expect(banner).toBeHidden();
    await expect(page.getByText('This changed since you opened it. Review it again before you decide.')).toBeVisible();
    await expect(refundButton).toHaveAttribute('aria-disabled', 'true');
  } finally {
    await browser.close();
    await connection.close();
  }
});
