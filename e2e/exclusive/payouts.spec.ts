import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { payOutAcquirerBalance } from '../books/acquirerPayout.ts';
import { expectNoPendingWork } from '../books/databaseChecks.ts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { payByCard, placeFirstCardOrder } from '../buyers/cardPurchase.ts';
import { createGatewayClient } from '../buyers/gatewayClient.ts';
import { logInAsPerson, waitForScreen } from '../console/consolePage.ts';
import { changeTheme } from '../gallery/changeAppearance.ts';
import { expectAccessible, expectColorContrast } from '../page/inspectPage.ts';
import { expectPageFits } from '../page/pageFits.ts';
import { expect } from '../world.ts';
import { test } from './exclusiveTest.ts';

const PHONE = { width: 390, height: 844 };
test.use({ viewport: PHONE, isMobile: false, hasTouch: false });

test('on a phone, an acquirer’s payout links to its orders and equals the sum of its lines', async ({
  page,
  world,
  desk,
  books,
}) => {
  const client = createGatewayClient(world.origin);
  const authToken = await client.logIn(desk, newEmail());
  const { address } = privateKeyToAccount(generatePrivateKey());
  const orderNo = await placeFirstCardOrder(client, authToken, {
    getCurrency: 'ETH',
    address,
    sendCurrencyAmount: '100',
  });
  await payByCard(client, authToken, orderNo, Number(new URL(world.deskUrl).port));
  await expectNoPendingWork(books);
  const id = await payOutAcquirerBalance(desk, books, 'SLIPWAY PAYOUT');

  await logInAsPerson(page, world.consoleUrl, 'tess');
  await page.goto(`${world.consoleUrl}/treasury/payouts`);
  await waitForScreen(page);
  const list = page.getByRole('table', { name: 'Card payouts' });
  await expect(list.getByRole('row').filter({ hasText: 'In transit' })).toHaveCount(1);
  await expectPageFits(page, 'card payouts', PHONE);
  await expectAccessible(page, 'card payouts');

  await list.getByRole('link').first().click();
  await page.waitForURL(`**/treasury/payouts/${id}`);
  await expect(page.getByText('balanced')).toBeVisible();
  const lines = page.getByRole('table', { name: 'Lines of the payout' });
  await expect(lines.getByRole('row').filter({ hasText: 'Charge' }).first()).toBeVisible();
  await waitForScreen(page);
  await expectPageFits(page, 'a card payout', PHONE);
  await expectAccessible(page, 'a card payout, light');
  await changeTheme(page, 'dark');
  await expectColorContrast(page, 'a card payout, dark');

  await lines.locator(`a[href$="/orders/${orderNo}"]`).click();
  await page.waitForURL(`**/orders/${orderNo}`);
});
