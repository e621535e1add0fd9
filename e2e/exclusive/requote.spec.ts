import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expectServerStatus, readOrder } from '../books/databaseChecks.ts';
import { openCardPayment } from '../buyers/buyer.ts';
import { expectStatus, payWithCard, readOrderNumber, testCards } from '../buyers/purchaseSteps.ts';
import type { ReadOnlyDatabase } from '../readOnlyDatabase.ts';
import type { SandboxControls } from '../sandboxControls.ts';
import { expect } from '../world.ts';
import { test } from './exclusiveTest.ts';

type PaymentFixtures = Parameters<typeof openCardPayment>[0] & {
  readonly books: ReadOnlyDatabase;
  readonly controls: SandboxControls;
};

test.describe('when the price has moved by 3 % before the card is charged', () => {
  async function payAtMovedPrice({ books, controls, ...fixtures }: PaymentFixtures, coin: string) {
    const { page } = fixtures;
    const { address } = privateKeyToAccount(generatePrivateKey());
    await openCardPayment(fixtures, { pay: { amount: '200', currency: 'EUR' }, receive: coin, address });
    const orderNo = readOrderNumber(page);
    const quoted = await readOrder(books, orderNo);
    await controls.shiftPrice(coin, 3);
    await payWithCard(page, testCards.pays);
    return { orderNo, address, quoted };
  }

  test('the buyer can agree to the lower amount', async ({ page, origin, desk, books, controls }) => {
    const { orderNo, address, quoted } = await payAtMovedPrice({ page, origin, desk, books, controls }, 'LINK');
    await page.getByRole('button', { name: /^Agree to [\d.,]+\sLINK$/ }).click();
    await expectStatus(page, 'Delivered');
    const order = await readOrder(books, orderNo);
    expect(BigInt(order.receive_units)).toBeLessThan(BigInt(quoted.receive_units));
    expect(await desk.balance('ethereum', 'LINK', address)).toBe(BigInt(order.receive_units));
  });

  test('the buyer can cancel the order, which charges nothing', async ({ page, origin, desk, books, controls }) => {
    const { orderNo, address } = await payAtMovedPrice({ page, origin, desk, books, controls }, 'UNI');
    // The page of an unpaid order also has a button to cancel.
    await expect(page.getByRole('button', { name: /^Agree to / })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel order' }).click();
    await expectServerStatus(books, orderNo, 'cancelled');
    expect((await readOrder(books, orderNo)).captured_units).toBe('0');
    expect(await desk.balance('ethereum', 'UNI', address)).toBe(0n);
  });
});
