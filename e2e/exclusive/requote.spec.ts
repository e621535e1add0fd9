import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expectServerStatus, readOrder } from '../books/databaseChecks.ts';
import { openCardPayment } from '../buyers/buyer.ts';
import { expectStatus, payWithCard, readOrderNumber, testCards } from '../buyers/purchaseSteps.ts';
import { expect } from '../world.ts';
import { test } from './exclusiveTest.ts';

test.describe('when the price has moved by 3 % before the card is charged', () => {
  const coins = { agree: 'LINK', cancel: 'UNI' } as const;

  for (const [answer, coin] of Object.entries(coins)) {
    test(answer, async ({ page, origin, desk, books, controls }) => {
      const address = privateKeyToAccount(generatePrivateKey()).address;
      await openCardPayment(
        { page, origin, desk },
        { pay: { amount: '200', currency: 'EUR' }, receive: coin, address },
      );
      const orderNo = readOrderNumber(page);
      const quoted = await readOrder(books, orderNo);
      await controls.shiftPrice(coin, 3);
      await payWithCard(page, testCards.pays);
      const button = page.getByRole('button', {
        name: answer === 'agree' ? /^Agree to [\d.,]+\sLINK$/ : 'Cancel order',
      });
      await button.click();
      if (answer === 'agree') {
        await expectStatus(page, 'Delivered');
        const order = await readOrder(books, orderNo);
        expect(BigInt(order.receive_units)).toBeLessThan(BigInt(quoted.receive_units));
        expect(await desk.balance('ethereum', coin, address)).toBe(BigInt(order.receive_units));
      } else {
        await expectServerStatus(books, orderNo, 'cancelled');
        expect((await readOrder(books, orderNo)).captured_units).toBe('0');
        expect(await desk.balance('ethereum', coin, address)).toBe(0n);
      }
    });
  }
});
