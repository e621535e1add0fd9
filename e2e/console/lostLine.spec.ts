import { openUnreliableConnection } from '../unreliableConnection.ts';
import { expect, test } from '../world.ts';
import { DESK, enterAs, headOf, heldByAnotherPayer, writeDecision } from './consolePage.ts';

test.use({ viewport: DESK, isMobile: false, hasTouch: false });

test('a lost line is said with its age, acts ask first, and what was missed is there once it is back', async ({
  playwright,
  launchOptions,
  desk,
  origin,
  world,
  operator,
}) => {
  const { consoleUrl } = world;
  const { orderNo } = await heldByAnotherPayer({ origin, desk }, { amount: '100' });
  const { host } = new URL(consoleUrl);
  const connection = await openUnreliableConnection(new URL(consoleUrl).origin);
  // The address stays the console's own, which signatures and cookies name; its sockets go where they can be cut.
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${host} ${new URL(connection.origin).host}`],
  });
  try {
    const context = await browser.newContext({ viewport: DESK, isMobile: false, hasTouch: false });
    const page = await context.newPage();
    await page.clock.install();
    await enterAs(page, consoleUrl, 'cleo');
    await page.goto(`${consoleUrl}/orders/${orderNo}`);
    await expect(page.getByRole('heading', { name: 'On hold', level: 1 })).toBeVisible();
    await expect(page.getByText(/^Live, \d+ s ago$/)).toBeVisible();
    await writeDecision(page, /^Give back 100\.00 EUR/, 'the payer is somebody else');

    connection.cut();
    await expect(page.getByText(/^No word, \d+ s ago$/)).toBeVisible();
    await page.clock.fastForward(31_000);
    const banner = page.getByText(/No word from the server since/);
    await expect(banner).toBeVisible();
    await expect(page.getByText(/^\d+ s ago$/)).toBeVisible();
    // Clocks go on by the time that is known.
    const age = page.getByText(/^No word, \d+ s ago$/);
    const before = await age.textContent();
    await expect(age).not.toHaveText(before ?? '');

    // Nothing is signed before somebody has said that they want it all the same.
    const act = page.getByRole('button', { name: 'Give back 100.00 EUR' });
    await act.click();
    const question = page.getByRole('dialog', { name: 'Act on what may be old?' });
    await expect(question).toBeVisible();
    await expect(question.getByRole('button', { name: 'Not now' })).toBeFocused();
    await question.getByRole('button', { name: 'Not now' }).click();
    await expect(question).toBeHidden();
    await act.click();
    await question.getByRole('button', { name: 'Sign it all the same' }).click();
    await expect(page.locator('form').getByText(/The console’s server did not answer/)).toBeVisible();

    // Somebody else goes on meanwhile.
    await operator.runAs('ben', 'freeze', orderNo);
    await expect(headOf(page).getByText('Frozen', { exact: true })).toBeHidden();
    connection.mend();
    await expect(headOf(page).getByText('Frozen', { exact: true })).toBeVisible();
    await expect(banner).toBeHidden();
    await expect(page.getByText('Changed since you looked. Read it again before you decide.')).toBeVisible();
    await expect(act).toHaveAttribute('aria-disabled', 'true');
  } finally {
    await browser.close();
    await connection.close();
  }
});
