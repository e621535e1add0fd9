import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { openCardPayment } from '../buyers/buyer.ts';
import { test } from '../oneTab.ts';
import { expect } from '../world.ts';

test('an unpaid order is cancelled from the list of orders', async ({ page, origin, desk }) => {
  const { address } = privateKeyToAccount(generatePrivateKey());
  await openCardPayment(
    { page, origin, desk },
    { pay: { amount: '80', currency: 'EUR' }, receive: 'ETH_BASE', address },
  );
  await page.goto('/my-orders');
  const unpaid = page.getByRole('list', { name: 'Not paid yet' });
  await unpaid.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  await expect(unpaid).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Cancelled/ })).toBeVisible();
});
