import {
  createOrderPaidByOther,
  DESKTOP_WINDOW,
  logInAsPerson,
  openConsoleAs,
  waitForScreen,
} from '../console/consolePage.ts';
import { changeTheme } from '../gallery/changeAppearance.ts';
import { expectAccessible, expectColorContrast } from '../page/inspectPage.ts';
import { expectPageFits } from '../page/pageFits.ts';
import { expect } from '../world.ts';
import { test } from './exclusiveTest.ts';

/** One such order is below the threshold of the second approval, 5,000 EUR; two together are above it. */
const AMOUNT = '2600';
const PHONE = { width: 390, height: 844 };

test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });

test('one signature releases two held orders whose sum needs a second person, who approves both at once', async ({
  browser,
  page,
  world,
  desk,
}) => {
  const { consoleUrl, origin } = world;
  const held = await Promise.all([1, 2].map(() => createOrderPaidByOther({ origin, desk }, { amount: AMOUNT })));

  await logInAsPerson(page, consoleUrl, 'cleo');
  await page.goto(`${consoleUrl}/orders?status=on_hold`);
  await waitForScreen(page);
  // On a phone the list also has checkboxes, and shows the actions for the selection.
  await page.setViewportSize(PHONE);
  for (const { orderNo } of held) {
    const digits = orderNo.replaceAll(/(.{5})(?=.)/g, '$1 ');
    await page.getByRole('checkbox', { name: `Select order ${digits}`, exact: true }).check();
  }
  await expectAccessible(page, 'two orders, chosen on a phone');
  await expectPageFits(page, 'two orders, chosen', PHONE);
  await page.getByRole('button', { name: 'Show actions for 2 orders' }).click();
  await expect(page.getByRole('region', { name: 'Selected orders' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Reject 2 orders' })).toBeVisible();
  await page.setViewportSize(DESKTOP_WINDOW);
  await page.getByRole('button', { name: 'Release 2 orders' }).click();
  const releaseDialog = page.getByRole('dialog');
  await expectAccessible(page, 'releasing two orders, light');
  await releaseDialog.getByRole('button', { name: 'Release 2 orders' }).click();
  await expect(releaseDialog.getByText('Choose a reason.')).toBeVisible();
  await releaseDialog.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Buyer known' }).click();
  await releaseDialog.getByRole('textbox').fill('both were called');
  await releaseDialog.getByRole('button', { name: 'Release 2 orders' }).click();
  const outcomes = page.getByRole('list', { name: 'Outcomes' });
  await expect(outcomes.getByRole('listitem')).toHaveCount(2);
  await expect(outcomes.getByText('Waiting for a second approval')).toHaveCount(2);
  await changeTheme(page, 'dark');
  await expectColorContrast(page, 'outcomes of two orders, dark');

  const second = await openConsoleAs(browser, consoleUrl, 'tess', 'people/requests');
  await second.getByRole('button', { name: 'Review 2 requests' }).click();
  const approvalDialog = second.getByRole('dialog');
  for (const { orderNo } of held) await expect(approvalDialog).toContainText(orderNo);
  await expectAccessible(second, 'answering two requests, light');
  await second.setViewportSize(PHONE);
  await expectPageFits(second, 'answering two requests', PHONE);
  await approvalDialog.getByRole('button', { name: 'Approve 2' }).click();
  await expect(approvalDialog.getByText('Enter a reason.')).toBeVisible();
  await approvalDialog.getByLabel('Reason, recorded in the audit trail').fill('heard the calls');
  await approvalDialog.getByRole('button', { name: 'Approve 2' }).click();
  await expect(second.getByText('2 approved.')).toBeVisible();
  await second.context().close();
  await expect(outcomes.getByText(/^Done at/)).toHaveCount(2);
});
