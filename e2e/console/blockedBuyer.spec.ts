import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import {
  choosePurchase,
  expectStatus,
  goToCardPage,
  type PurchaseChoice,
  payWithCard,
  testCards,
} from '../buyers/purchaseSteps.ts';
import { expectAccessible } from '../page/inspectPage.ts';
import { expect, test } from '../world.ts';
import { decideTogether } from './buyerDecisions.ts';
import { openConsoleAs } from './consolePage.ts';

function createPurchaseChoice(): PurchaseChoice {
  const { address } = privateKeyToAccount(generatePrivateKey());
  return { pay: { amount: '60', currency: 'EUR' }, receive: 'ETH', address };
}

test('two people block a buyer, the next order is refused, and they unblock the buyer', async ({
  browser,
  page: buyer,
  world,
  desk,
}) => {
  const email = await goToCardPage(buyer, desk, createPurchaseChoice());
  const requester = await openConsoleAs(browser, world.consoleUrl, 'cleo', `buyers?q=${encodeURIComponent(email)}`);
  await requester.getByRole('row').filter({ hasText: 'Anna Weber' }).click();
  await expect(requester.getByRole('heading', { name: 'Anna Weber', level: 1 })).toBeVisible();
  await expectAccessible(requester, 'a buyer');
  const approver = await openConsoleAs(browser, world.consoleUrl, 'ben', 'buyers');
  await approver.goto(requester.url());
  await expect(approver.getByRole('heading', { name: 'Anna Weber', level: 1 })).toBeVisible();
  // A decision needs a reason.
  await requester.getByRole('radio', { name: /^Block / }).click();
  await requester.getByRole('button', { name: 'Request approval' }).click();
  await expect(requester.getByText('Choose a reason.')).toBeVisible();

  await decideTogether({ requester, approver }, { verb: 'Block', reason: 'Identity in doubt' });
  await expect(requester.getByText(/^blocked since/)).toBeVisible();
  await expectAccessible(requester, 'a blocked buyer');
  const history = requester.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem').filter({ hasText: 'Blocked' })).toContainText('cleo, ben');

  await choosePurchase(buyer, createPurchaseChoice());
  await expect(buyer.getByText('Buying is paused for your account. Please contact support')).toBeVisible();
  // The buyer does not learn the reason.
  await expect(buyer.getByText(/blocked|suspic|risk|fraud/i)).toHaveCount(0);
  // Existing orders stay visible.
  await buyer.goto('/my-orders');
  await expect(buyer.getByText(/60\.00|€60/).first()).toBeVisible();

  await decideTogether({ requester, approver }, { verb: 'Unblock', reason: 'Doubt resolved' });
  await expect(requester.getByText(/^blocked since/)).toBeHidden();
  await choosePurchase(buyer, createPurchaseChoice());
  await payWithCard(buyer, testCards.pays);
  await expectStatus(buyer, 'Delivered');
});
