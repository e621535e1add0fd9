import type { Page } from '@playwright/test';
import { createPublicClient, http, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import type { BooksQuery } from '../booksQuery.ts';
import { orderByCard } from '../cardPurchase.ts';
import { DESK, enterAs, visitUntil } from '../console/consolePage.ts';
import type { Desk } from '../desk.ts';
import { createGatewayClient } from '../gatewayClient.ts';
import { expectAccessible } from '../inspect.ts';
import { newEmail } from '../person.ts';
import { expect } from '../world.ts';
import { test } from './exclusiveTest.ts';

test.use({ viewport: DESK, isMobile: false, hasTouch: false });

const PHONE = { width: 390, height: 844 };
const AMOUNT = '1.25';
/** What the stand-in takes for ether on Ethereum, out of what was asked for. */
const FEE = '0.0005';
const ETHEREUM = 'eip155:1';

const krakenBooks = z.object({
  kraken: z.object({
    withdrawals: z.array(
      z.object({
        refid: z.string(),
        asset: z.string(),
        address: z.string(),
        amount: z.string(),
        fee: z.string(),
        txid: z.string().nullable(),
        status: z.string(),
      }),
    ),
  }),
});

async function ownAddress(books: BooksQuery): Promise<string> {
  const [row] = await books.rows<{ written: string }>(
    'select written from treasury_addresses where own and network = $1',
    [ETHEREUM],
  );
  return row?.written ?? '';
}

/** Fills the reason in, and presses what stands there. */
async function askFor(page: Page, button: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'The wallet runs low' }).click();
  await page.getByLabel('In your words, kept for ever').fill('two days of orders');
  await page.getByRole('button', { name: button }).click();
}

/** What the chain says of a transaction, by its own node. */
async function valueOnChain(
  desk: Desk,
  transactionId: string,
): Promise<{ readonly to: string; readonly value: bigint }> {
  const chain = (await desk.chains()).find(({ network }) => network === 'ethereum');
  const client = createPublicClient({ transport: http(chain?.rpcUrl ?? '') });
  const hash = (transactionId.startsWith('0x') ? transactionId : `0x${transactionId}`) as `0x${string}`;
  const { to, value } = await client.getTransaction({ hash });
  return { to: (to ?? '').toLowerCase(), value };
}

test('a wallet is refilled from the venue: asked for by one, agreed to by another, sent once, and in every book', async ({
  browser,
  page,
  world,
  desk,
  books,
  controls,
}) => {
  const { consoleUrl } = world;
  // The books begin with the first order: what comes to the venue from then on is in them.
  const client = createGatewayClient(world.origin);
  const { address } = privateKeyToAccount(generatePrivateKey());
  await orderByCard(client, await client.logIn(desk, newEmail()), { getCurrency: 'ETH', address });
  const wallet = await ownAddress(books);
  expect(wallet).toMatch(/^0x[0-9a-fA-F]{40}$/);
  await controls.depositAtExchange('XETH', '4');

  await enterAs(page, consoleUrl, 'tess');
  const form = `${consoleUrl}/treasury/transfers/withdraw?crypto=ETH&amount=${AMOUNT}`;
  await visitUntil(
    page,
    form,
    async () =>
      (await page.getByText('Left there').isVisible()) && !(await page.getByText('too little is free').isVisible()),
  );
  // Whole, where money is decided.
  await expect(page.getByRole('region', { name: 'Move, or book' })).toContainText('Arrives in our wallet');
  await expect(page.getByText(/above 1,000\.00 EUR within a day two persons decide/).first()).toBeVisible();
  await expectAccessible(page, 'Treasury, a withdrawal');
  // An amount that is corrected takes nothing of what was written with it; what was read before is held.
  const words = page.getByLabel('In your words, kept for ever');
  await words.fill('two days of orders');
  const leaves = page.getByLabel('How much leaves the venue');
  await leaves.fill('1.5');
  await expect(page.getByText('Changed since you looked. Read it again before you decide.')).toBeVisible();
  await expect(words).toHaveValue('two days of orders');
  await leaves.fill(AMOUNT);
  await expect(page.getByText('Changed since you looked. Read it again before you decide.')).toBeHidden();
  await askFor(page, 'Ask a second person');
  await expect(page.getByText(/Asked\. It waits for a second person/)).toBeVisible();
  const [asked] = await books.rows<{ id: string }>(
    "select id::text from operator_requests where action = 'withdraw' and who = 'tess' order by id desc limit 1",
  );
  await page.goto(`${consoleUrl}/treasury/transfers/${asked?.id}`);
  await expect(page.getByText('Waits for a second person').first()).toBeVisible();

  const second = await (await browser.newContext({ viewport: DESK, isMobile: false })).newPage();
  await enterAs(second, consoleUrl, 'cleo');
  await second.goto(`${consoleUrl}/treasury/transfers/${asked?.id}`);
  await second.getByRole('button', { name: 'Answer' }).click();
  await expect(second.getByRole('dialog')).toContainText(wallet);
  await second.setViewportSize(PHONE);
  const cut = await second.getByRole('dialog').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(cut, 'of the address, on a phone').toBe(0);
  await second.setViewportSize(DESK);
  await second.getByLabel('Why you answer so, kept for ever').fill('I have looked at the forecast');
  await second
    .getByRole('dialog')
    .getByRole('button', { name: /^Withdraw 1\.25/ })
    .click();

  const steps = page.getByRole('list', { name: 'Steps' });
  const arrival = page.getByText('Arrived', { exact: true }).first();
  await visitUntil(
    page,
    page.url(),
    async () => (await arrival.isVisible()) && !(await page.getByText('Otherwise:').isVisible()),
  );
  await expect(steps).toContainText('cleo');

  const [sent] = await books.rows<{ venue_id: string; transaction_id: string; units: string; status: string }>(
    'select venue_id, transaction_id, units::text, status from withdrawals where request_id = $1',
    [asked?.id],
  );
  expect(sent).toMatchObject({ status: 'arrived', units: parseEther(AMOUNT).toString() });
  const arrived = parseEther(AMOUNT) - parseEther(FEE);
  // The chain, the stand-in's books and the ledger say the same.
  const onChain = await valueOnChain(desk, sent?.transaction_id ?? '');
  expect(onChain).toEqual({ to: wallet.toLowerCase(), value: arrived });
  const { kraken } = krakenBooks.parse(await desk.books());
  const theirs = kraken.withdrawals.filter(
    ({ address: to, amount }) => to === wallet && parseEther(amount) === arrived,
  );
  expect(theirs).toMatchObject([{ refid: sent?.venue_id, fee: FEE, txid: sent?.transaction_id, status: 'Success' }]);
  const posted = () =>
    books.rows<{ kind: string; account: string; units: string }>(
      `select t.kind, p.account, p.units::text from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
        where t.key like 'deposit:%' || $1 || '%' or t.key in (
          select 'venue:' || venue || ':' || id from venue_movements where reference = $2)
        order by t.kind, p.account, p.units`,
      [(sent?.transaction_id ?? '').replace(/^0x/, ''), sent?.venue_id],
    );
  await expect.poll(posted).toEqual([
    { kind: 'venue_withdrawal', account: 'asset:transit', units: arrived.toString() },
    { kind: 'venue_withdrawal', account: 'asset:venue', units: (-arrived).toString() },
    { kind: 'venue_withdrawal', account: 'asset:venue', units: (-parseEther(FEE)).toString() },
    { kind: 'venue_withdrawal', account: 'expense:network', units: parseEther(FEE).toString() },
    { kind: 'wallet_deposit', account: 'asset:transit', units: (-arrived).toString() },
    { kind: 'wallet_deposit', account: 'asset:wallet', units: arrived.toString() },
  ]);
  // What lay at the venue before the books began is in them: nothing stands beside the ledger's figure.
  const euros = page.getByRole('row', { name: /^EUR/ }).filter({ hasText: /2[45],\d{3},\d{3}\./ });
  await visitUntil(
    page,
    `${consoleUrl}/treasury/balances`,
    async () => (await euros.first().isVisible()) && !(await page.getByText('it says 2').isVisible()),
  );
  await expect(page.getByText('At the venue')).toBeVisible();
});
