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

test('a lost connection shows its age, actions ask for confirmation, and missed changes appear on reconnection', async ({
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
  // The page uses the console's own address, which signatures and cookies contain. Chromium connects to the unreliable proxy
  // instead, which the test can cut.
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
    await fillDecision(page, /^Refund 100\.00 EUR/, 'the payer is somebody else');

    connection.cut();
    await expect(page.getByText(/^Last update \d+ s ago$/)).toBeVisible();
    await page.clock.fastForward(31_000);
    const banner = page.getByText(/Disconnected since/);
    await expect(banner).toBeVisible();
    await expect(page.getByText(/^\(last update \d+ s ago\)$/)).toBeVisible();
    // Clocks continue from the last known server time.
    const age = page.getByText(/^Last update \d+ s ago$/);
    const before = await age.textContent();
    await expect(age).not.toHaveText(before ?? '');

    // An action on old data is signed only after a confirmation.
    const refundButton = page.getByRole('button', { name: 'Refund 100.00 EUR' });
    await refundButton.click();
    const question = page.getByRole('dialog', { name: 'Continue with data that may be out of date?' });
    await expect(question).toBeVisible();
    await expect(question.getByRole('button', { name: 'Not now' })).toBeFocused();
    await question.getByRole('button', { name: 'Not now' }).click();
    await expect(question).toBeHidden();
    await refundButton.click();
    await question.getByRole('button', { name: 'Sign anyway' }).click();
    await expect(page.locator('form').getByText(/The console server did not respond/)).toBeVisible();

    // Another person acts meanwhile.
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
