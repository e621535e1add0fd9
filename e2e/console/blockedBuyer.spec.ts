import type { Browser, Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expectAccessible } from '../inspect.ts';
import { cards, choose, expectStatus, payWith, reachCard, type Wanted } from '../purchase.ts';
import { expect, test, withoutWorker } from '../world.ts';
import { DESK, enterAs } from './consolePage.ts';

function wanted(): Wanted {
  const { address } = privateKeyToAccount(generatePrivateKey());
  return { pay: { amount: '60', currency: 'EUR' }, receive: 'ETH', address };
}

async function personAt(browser: Browser, consoleUrl: string, name: string): Promise<Page> {
  const context = await browser.newContext({ viewport: DESK, isMobile: false, hasTouch: false });
  await withoutWorker(context);
  const page = await context.newPage();
  await enterAs(page, consoleUrl, name);
  return page;
}

/** One of compliance asks on the buyer's page, and another agrees on theirs. */
async function decideTogether(
  { asks, agrees }: { readonly asks: Page; readonly agrees: Page },
  act: 'Block' | 'Unblock',
  reason: string,
): Promise<void> {
  await asks.getByRole('radio', { name: new RegExp(`^${act} `) }).click();
  await asks.getByRole('combobox', { name: 'Reason' }).click();
  await asks.getByRole('option', { name: reason }).click();
  await asks.getByLabel('In your words, kept for ever').fill(`${act}: looked at by two`);
  await asks.getByRole('button', { name: 'Ask a second person' }).click();
  await expect(asks.getByText(/^Asked\. It waits for a second person/)).toBeVisible();
  const waiting = agrees.getByRole('region', { name: 'Waits for a second person' });
  await waiting.getByRole('button', { name: 'Answer' }).click();
  await agrees.getByLabel('Why you answer so, kept for ever').fill('I have read it too');
  await agrees
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${act} account `) })
    .click();
  await expect(waiting).toBeHidden();
}

test('two of compliance block a buyer, whose next order says what to do; unblocked by two, the buyer buys', async ({
  browser,
  page: buyer,
  world,
  desk,
}) => {
  const email = await reachCard(buyer, desk, wanted());
  const asks = await personAt(browser, world.consoleUrl, 'cleo');
  await asks.goto(`${world.consoleUrl}/buyers?q=${encodeURIComponent(email)}`);
  await asks.getByRole('row').filter({ hasText: 'Anna Weber' }).click();
  await expect(asks.getByRole('heading', { name: 'Anna Weber', level: 1 })).toBeVisible();
  await expectAccessible(asks, 'a buyer');
  const agrees = await personAt(browser, world.consoleUrl, 'ben');
  await agrees.goto(asks.url());
  await expect(agrees.getByRole('heading', { name: 'Anna Weber', level: 1 })).toBeVisible();
  // No act without a reason, and none alone.
  await asks.getByRole('radio', { name: /^Block / }).click();
  await asks.getByRole('button', { name: 'Ask a second person' }).click();
  await expect(asks.getByText('Choose a reason.')).toBeVisible();

  await decideTogether({ asks, agrees }, 'Block', 'Doubt who it is');
  await expect(asks.getByText(/^blocked since/)).toBeVisible();
  await expectAccessible(asks, 'a blocked buyer');
  const history = asks.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem').filter({ hasText: 'Blocked' })).toContainText('cleo, ben');

  await choose(buyer, wanted());
  await expect(buyer.getByText('Buying is paused for your account. Please contact support')).toBeVisible();
  // Not what somebody thinks of them.
  await expect(buyer.getByText(/blocked|suspic|risk|fraud/i)).toHaveCount(0);
  // What there is stays in sight.
  await buyer.goto('/my-orders');
  await expect(buyer.getByText(/60\.00|€60/).first()).toBeVisible();

  await decideTogether({ asks, agrees }, 'Unblock', 'The doubt is cleared');
  await expect(asks.getByText(/^blocked since/)).toBeHidden();
  await choose(buyer, wanted());
  await payWith(buyer, cards.pays);
  await expectStatus(buyer, 'Delivered');
});
