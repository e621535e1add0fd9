import type { Page } from '@playwright/test';
import { checkByLabel } from '../buyers/checkByLabel.ts';
import { openQuote } from '../buyers/purchaseSteps.ts';
import { DESKTOP_WINDOW, logInAsPerson } from '../console/consolePage.ts';
import { expectAccessible } from '../page/inspectPage.ts';
import { expect } from '../world.ts';
import { test } from './exclusiveTest.ts';

test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });

/** One row for each test that changes a fee, so that no test finds another's changes in the row's history. */
const CARD = { CHF: 'credit_debit_card/CHF', AUD: 'credit_debit_card/AUD', CAD: 'credit_debit_card/CAD' } as const;

/** Opens the page of a fee in the console. */
async function openFee(page: Page, consoleUrl: string, key: string): Promise<void> {
  await page.goto(`${consoleUrl}/catalog/fee/${encodeURIComponent(key)}`);
  await expect(page.getByRole('textbox', { name: 'Fee (%)' })).toBeVisible();
}

async function enterReason(page: Page, explanation: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Contract change' }).click();
  await page.getByLabel('Explanation, recorded permanently in the audit trail').fill(explanation);
}

const findRequest = (page: Page, key: string) =>
  page
    .getByRole('region', { name: 'Waiting for a second approval' })
    .getByRole('listitem')
    .filter({ hasText: `Change fee ${key}` });

/** Approves a change of a fee in a second person's browser. */
async function approveFeeChange(page: Page, consoleUrl: string, key: string): Promise<void> {
  await page.goto(`${consoleUrl}/people/requests`);
  await findRequest(page, key).getByRole('button', { name: 'Review request' }).click();
  await page.getByLabel('Reason, recorded in the audit trail').fill('as agreed');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Change fee ${key}` })
    .click();
}

/** Returns the absolute value of a line of the buyer's summary, in hundredths; 0 if there is no such line. */
async function readCents(page: Page, label: RegExp): Promise<number> {
  const row = page.locator('.summary-rows .row').filter({ hasText: label });
  if ((await row.count()) === 0) return 0;
  return Math.round(Number((await row.locator('dd').innerText()).replaceAll(/[^\d.]/g, '')) * 100);
}

test('two people change a fee, and the buyer’s open page quotes it exactly to the cent', async ({
  browser,
  page,
  origin,
  world,
  undoWith,
}) => {
  const { consoleUrl } = world;
  undoWith('set', 'fee', CARD.CHF, 'percent=0.039');
  const buyer = await (await browser.newContext({ baseURL: origin })).newPage();
  await openQuote(buyer, { pay: { amount: '250', currency: 'CHF' }, receive: 'ETH' });
  await checkByLabel(buyer.getByRole('radio', { name: /^Card/ }));
  // 3.9 % of 250 plus 0.30.
  await expect.poll(() => readCents(buyer, /Payment method fee/)).toBe(1_005);

  await logInAsPerson(page, consoleUrl, 'dora');
  await openFee(page, consoleUrl, CARD.CHF);
  await page.getByRole('textbox', { name: 'Fee (%)' }).fill('3.1');
  await expect(page.getByText(/^A buyer who pays 100\.00.CHF pays a fee of \d+\.\d\d.CHF\.$/)).toBeVisible();
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByRole('button', { name: '250.00' }).click();
  const fee = preview.getByRole('row', { name: /^Method fee/ });
  await expect(fee.getByRole('cell')).toHaveText(['−10.05', '−8.05', '+2.00']);
  await expect(preview.getByText(/in 24 hours|in the last 24 hours/).first()).toBeVisible();
  await expectAccessible(page, 'a change of a fee');
  await enterReason(page, 'the acquirer takes less');
  await expect(page.getByText(/Tess.* can approve it/)).toBeVisible();
  await page.getByRole('button', { name: 'Request approval' }).click();
  await expect(page.getByText('dora requested a change')).toBeVisible();
  expect(await readCents(buyer, /Payment method fee/)).toBe(1_005);

  const other = await (await browser.newContext({ viewport: DESKTOP_WINDOW, isMobile: false })).newPage();
  await logInAsPerson(other, consoleUrl, 'tess');
  await other.goto(`${consoleUrl}/people/requests`);
  // The request shows who is working and when it lapses.
  await expect(findRequest(other, CARD.CHF)).toContainText(/online: .*tess/);
  await expect(findRequest(other, CARD.CHF)).toContainText(/it lapses in 23 h 5\d/);
  await approveFeeChange(other, consoleUrl, CARD.CHF);
  await expect(page.getByText(/^Done at/).first()).toBeVisible();

  // The page renews its quote within a minute. Moving its clock could time out a call that is in progress.
  await expect.poll(() => readCents(buyer, /Payment method fee/)).toBe(805);
  const lines = await Promise.all(
    [/Payment method fee/, /Network fee/, /Converted to/].map((row) => readCents(buyer, row)),
  );
  expect(lines.reduce((sum, cents) => sum + cents, 0)).toBe(25_000);
});

test('shows both values if another person changes a setting during editing, and restores earlier values', async ({
  page,
  world,
  operator,
  undoWith,
}) => {
  const { consoleUrl } = world;
  undoWith('set', 'fee', CARD.AUD, 'fixed=0.50', 'minimum=5.99');
  await logInAsPerson(page, consoleUrl, 'dora');
  await openFee(page, consoleUrl, CARD.AUD);
  const fixed = page.getByRole('textbox', { name: 'Fixed fee (AUD)' });
  await fixed.fill('0.77');
  await operator.runByTwo('set', 'fee', CARD.AUD, 'fixed=0.66', 'minimum=6.11');
  const conflict = page.getByText('This setting was changed while you were editing.');
  await expect(conflict).toBeVisible();
  const conflictItem = page.getByRole('listitem').filter({ hasText: 'yours is' });
  await expect(conflictItem).toContainText('Fixed fee (AUD): was 0.50, is now 0.66, yours is 0.77');
  await expect(page.getByRole('listitem').filter({ hasText: 'Minimum fee (AUD): was' })).toContainText(
    '5.99, is now 6.11',
  );
  // A change cannot be requested on a row that was not read.
  await expect(page.getByRole('button', { name: 'Request approval' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page, 'a conflict');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect(conflict).toBeHidden();
  await expect(fixed).toHaveValue('0.77');
  await expect(page.getByRole('textbox', { name: 'Minimum fee (AUD)' })).toHaveValue('6.11');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(fixed).toHaveValue('0.66');

  const history = page.getByRole('region', { name: 'Change history' });
  await history.getByRole('button', { name: 'Restore previous values' }).first().click();
  await expect(fixed).toHaveValue('0.50');
  await expect(page.getByRole('textbox', { name: 'Minimum fee (AUD)' })).toHaveValue('5.99');
  await expect(page.getByText('2 changes')).toBeVisible();
});

test('previews how many past orders a country’s ban would have declined, and how many of these had no dispute', async ({
  page,
  world,
}) => {
  await logInAsPerson(page, world.consoleUrl, 'dora');
  await page.goto(`${world.consoleUrl}/catalog/country/DE`);
  await page.getByRole('combobox', { name: 'Banned' }).click();
  await page.getByRole('option', { name: 'yes' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  const refused = preview.getByRole('row', { name: /^Would have been declined/ });
  await expect(refused).toBeVisible();
  await expect(preview.getByRole('row', { name: /^Of all these orders, delivered without a dispute/ })).toBeVisible();
  await expect(
    preview
      .getByRole('row', { name: /^Result/ })
      .getByRole('cell')
      .first(),
  ).toHaveText('a quote');
});

test('a scheduled change is shown to other people before it takes effect, and can be cancelled', async ({
  browser,
  page,
  world,
}) => {
  const { consoleUrl } = world;
  await logInAsPerson(page, consoleUrl, 'dora');
  await openFee(page, consoleUrl, CARD.CAD);
  await page.getByRole('textbox', { name: 'Fee (%)' }).fill('3.5');
  await page.getByRole('combobox', { name: 'When' }).click();
  await page.getByRole('option', { name: 'At a specific time' }).click();
  const requestButton = page.getByRole('button', { name: 'Request approval' });
  await page.getByRole('textbox', { name: 'Time, UTC' }).fill('tomorrow');
  await expect(page.getByText('Enter a time in UTC, such as 2026-12-01 06:00.').first()).toBeVisible();
  await expect(requestButton).toHaveAttribute('aria-disabled', 'true');
  const time = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 16).replace('T', ' ');
  await page.getByRole('textbox', { name: 'Time, UTC' }).fill(time);
  await enterReason(page, 'from the new contract on');
  await requestButton.click();
  await expect(page.getByText('dora requested a change')).toBeVisible();

  const other = await (await browser.newContext({ viewport: DESKTOP_WINDOW, isMobile: false })).newPage();
  await logInAsPerson(other, consoleUrl, 'tess');
  await approveFeeChange(other, consoleUrl, CARD.CAD);
  await expect(other.getByText('Approved and scheduled')).toBeVisible();
  await expect(page.getByText(/^Approved, scheduled for/).first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Fee (%)' })).toHaveValue('3.9');
  await expectAccessible(page, 'a change that waits for its time');

  await other.goto(`${consoleUrl}/today`);
  const scheduled = other.getByRole('region', { name: 'Scheduled changes' });
  await expect(scheduled).toContainText(`Change fee ${CARD.CAD}`);
  await other.goto(`${consoleUrl}/catalog/fee`);
  await expect(other.getByRole('row', { name: /Card, CAD/ })).toContainText('scheduled for');

  await page.getByRole('button', { name: 'Cancel request…' }).first().click();
  await page.getByLabel('Reason for canceling, recorded in the audit trail').fill('the contract is off');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click();
  await expect(page.getByRole('button', { name: 'Cancel request…' })).toBeHidden();
  await other.goto(`${consoleUrl}/people/requests`);
  const decided = other
    .getByRole('region', { name: 'Recent decisions' })
    .getByRole('listitem')
    .filter({ hasText: CARD.CAD })
    .first();
  await expect(decided).toContainText('cancelled by dora');
});
