import type { Page } from '@playwright/test';
import { createPublicClient, http, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { newEmail } from '../buyers/buyerDetails.ts';
import { placeFirstCardOrder } from '../buyers/cardPurchase.ts';
import { createGatewayClient } from '../buyers/gatewayClient.ts';
import { DESKTOP_WINDOW, logInAsPerson, reloadUntil } from '../console/consolePage.ts';
import { expectAccessible } from '../page/inspectPage.ts';
import type { ReadOnlyDatabase } from '../readOnlyDatabase.ts';
import type { SandboxClient } from '../sandboxClient.ts';
import { expect } from '../world.ts';
import { test } from './exclusiveTest.ts';

test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });

const PHONE = { width: 390, height: 844 };
const AMOUNT = '1.25';
/** Fee, in ether, that the stand-in deducts from an ether withdrawal on Ethereum. */
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

async function readTreasuryAddress(books: ReadOnlyDatabase): Promise<string> {
  const [row] = await books.rows<{ written: string }>(
    'select written from treasury_addresses where own and network = $1',
    [ETHEREUM],
  );
  return row?.written ?? '';
}

/** Fills in the reason and requests the approval of the withdrawal. */
async function requestApproval(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Low wallet balance' }).click();
  await page.getByLabel('Explanation, recorded permanently in the audit trail').fill('two days of orders');
  await page.getByRole('button', { name: 'Request approval' }).click();
}

/** Reads a transaction from the chain's node. */
async function readTransaction(
  desk: SandboxClient,
  transactionId: string,
): Promise<{ readonly to: string; readonly value: bigint }> {
  const chain = (await desk.chains()).find(({ network }) => network === 'ethereum');
  const client = createPublicClient({ transport: http(chain?.rpcUrl ?? '') });
  const hash = (transactionId.startsWith('0x') ? transactionId : `0x${transactionId}`) as `0x${string}`;
  const { to, value } = await client.getTransaction({ hash });
  return { to: (to ?? '').toLowerCase(), value };
}

test('a withdrawal to the treasury is requested, approved by a second person, sent once and booked in the ledger', async ({
  browser,
  page,
  world,
  desk,
  books,
  controls,
}) => {
  const { consoleUrl } = world;
  // The ledger begins with the first order, and contains deposits at the exchange from then on.
  const client = createGatewayClient(world.origin);
  const { address } = privateKeyToAccount(generatePrivateKey());
  await placeFirstCardOrder(client, await client.logIn(desk, newEmail()), { getCurrency: 'ETH', address });
  const wallet = await readTreasuryAddress(books);
  expect(wallet).toMatch(/^0x[0-9a-fA-F]{40}$/);
  await controls.depositAtExchange('XETH', '4');

  await logInAsPerson(page, consoleUrl, 'tess');
  const formUrl = `${consoleUrl}/treasury/transfers/withdraw?crypto=ETH&amount=${AMOUNT}`;
  await reloadUntil(
    page,
    formUrl,
    async () =>
      (await page.getByText('Remaining there').isVisible()) &&
      !(await page.getByText('not enough available').isVisible()),
  );
  await expect(page.getByRole('region', { name: 'New transfer or entry' })).toContainText('To treasury wallet');
  await expect(page.getByText(/above 1,000\.00 EUR within a day a second approval is required/).first()).toBeVisible();
  await expectAccessible(page, 'Treasury, a withdrawal');
  // A corrected amount keeps the entered text, but must be reviewed again.
  const explanation = page.getByLabel('Explanation, recorded permanently in the audit trail');
  await explanation.fill('two days of orders');
  const amountField = page.getByLabel('Amount leaving the exchange');
  await amountField.fill('1.5');
  await expect(page.getByText('This changed since you opened it. Review it again before you decide.')).toBeVisible();
  await expect(explanation).toHaveValue('two days of orders');
  await amountField.fill(AMOUNT);
  await expect(page.getByText('This changed since you opened it. Review it again before you decide.')).toBeHidden();
  await requestApproval(page);
  await expect(page.getByText(/Submitted\. Waiting for a second approval/)).toBeVisible();
  const [request] = await books.rows<{ id: string }>(
    "select id::text from operator_requests where action = 'withdraw' and who = 'tess' order by id desc limit 1",
  );
  await page.goto(`${consoleUrl}/treasury/transfers/${request?.id}`);
  await expect(page.getByText('Waiting for a second approval').first()).toBeVisible();

  const second = await (await browser.newContext({ viewport: DESKTOP_WINDOW, isMobile: false })).newPage();
  await logInAsPerson(second, consoleUrl, 'cleo');
  await second.goto(`${consoleUrl}/treasury/transfers/${request?.id}`);
  await second.getByRole('button', { name: 'Review request' }).click();
  await expect(second.getByRole('dialog')).toContainText(wallet);
  await second.setViewportSize(PHONE);
  const readHiddenWidth = () =>
    second.getByRole('dialog').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  await expect.poll(readHiddenWidth, 'of the address, on a phone').toBe(0);
  await second.setViewportSize(DESKTOP_WINDOW);
  await second.getByLabel('Reason, recorded in the audit trail').fill('I have looked at the forecast');
  await second
    .getByRole('dialog')
    .getByRole('button', { name: /^Withdraw 1\.25/ })
    .click();

  const steps = page.getByRole('list', { name: 'Steps' });
  const arrival = page.getByText('Arrived', { exact: true }).first();
  await reloadUntil(
    page,
    page.url(),
    async () => (await arrival.isVisible()) && !(await page.getByText('If no one acts:').isVisible()),
  );
  await expect(steps).toContainText('cleo');

  const [sent] = await books.rows<{ venue_id: string; transaction_id: string; units: string; status: string }>(
    'select venue_id, transaction_id, units::text, status from withdrawals where request_id = $1',
    [request?.id],
  );
  expect(sent).toMatchObject({ status: 'arrived', units: parseEther(AMOUNT).toString() });
  const arrived = parseEther(AMOUNT) - parseEther(FEE);
  // The chain, the stand-in's books and the ledger agree.
  const onChain = await readTransaction(desk, sent?.transaction_id ?? '');
  expect(onChain).toEqual({ to: wallet.toLowerCase(), value: arrived });
  const { kraken } = krakenBooks.parse(await desk.books());
  const krakenWithdrawals = kraken.withdrawals.filter(
    ({ address: to, amount }) => to === wallet && parseEther(amount) === arrived,
  );
  expect(krakenWithdrawals).toMatchObject([
    { refid: sent?.venue_id, fee: FEE, txid: sent?.transaction_id, status: 'Success' },
  ]);
  const readPostings = () =>
    books.rows<{ kind: string; account: string; units: string }>(
      `select t.kind, p.account, p.units::text from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
        where t.key like 'deposit:%' || $1 || '%' or t.key in (
          select 'venue:' || venue || ':' || id from venue_movements where reference = $2)
        order by t.kind, p.account, p.units`,
      [(sent?.transaction_id ?? '').replace(/^0x/, ''), sent?.venue_id],
    );
  await expect.poll(readPostings).toEqual([
    { kind: 'venue_withdrawal', account: 'asset:transit', units: arrived.toString() },
    { kind: 'venue_withdrawal', account: 'asset:venue', units: (-arrived).toString() },
    { kind: 'venue_withdrawal', account: 'asset:venue', units: (-parseEther(FEE)).toString() },
    { kind: 'venue_withdrawal', account: 'expense:network', units: parseEther(FEE).toString() },
    { kind: 'wallet_deposit', account: 'asset:transit', units: (-arrived).toString() },
    { kind: 'wallet_deposit', account: 'asset:wallet', units: arrived.toString() },
  ]);
  // The ledger includes the exchange's balance from before it began, so no reported balance is shown that differs.
  const euros = page.getByRole('row', { name: /^EUR/ }).filter({ hasText: /2[45],\d{3},\d{3}\./ });
  await reloadUntil(
    page,
    `${consoleUrl}/treasury/balances`,
    async () => (await euros.first().isVisible()) && !(await page.getByText('Reported balance 2').isVisible()),
  );
  await expect(page.getByRole('rowheader', { name: 'Exchange', exact: true })).toBeVisible();
});
