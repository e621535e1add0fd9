import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { sandboxPorts } from '../../sandbox/world/ports.ts';
import { agreedStatus, orderByCard, payByCard } from '../cardPurchase.ts';
import type { Desk } from '../desk.ts';
import { createGatewayClient } from '../gatewayClient.ts';
import { expectAccessible } from '../inspect.ts';
import { newEmail } from '../person.ts';
import { expect, test } from '../world.ts';
import { DESK, enterAs } from './consolePage.ts';

test.use({ viewport: DESK, isMobile: false, hasTouch: false });

const WORDS = 'The buyer wrote on the next day that the coins had come.';
const LETTER = Buffer.from('%PDF-1.7\n1 0 obj << /Type /Page >> endobj\n% a letter of the buyer');

const acquirerBooks = z.object({
  stripe: z.object({
    payments: z.array(z.object({ id: z.string(), metadata: z.record(z.string(), z.string()) })),
    disputes: z.array(
      z.object({
        id: z.string(),
        payment: z.string(),
        submissions: z.number(),
        evidence: z.record(z.string(), z.string()),
      }),
    ),
    files: z.array(z.object({ id: z.string(), filename: z.string(), sha256: z.string() })),
  }),
});

async function acquirer(desk: Desk) {
  return acquirerBooks.parse(await desk.books()).stripe;
}

/** What a bank does at the acquirer. */
async function act(deskUrl: string, path: string): Promise<void> {
  const { stripe } = sandboxPorts(Number(new URL(deskUrl).port));
  const answer = await fetch(`http://localhost:${stripe}/dashboard/${path}`, {
    method: 'POST',
    headers: { accept: 'application/json' },
  });
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
}

/** Words, a letter and a reason; the last word is open then. */
async function write(page: Page): Promise<void> {
  await page.getByLabel('Your words to the bank').fill(WORDS);
  await page
    .getByLabel('Letters with the buyer')
    .setInputFiles({ name: 'what we call it.pdf', mimeType: 'application/pdf', buffer: LETTER });
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'The buyer wrote to us' }).click();
  await page.getByLabel('In your words, kept for ever').fill('there is a letter');
  await page.getByRole('button', { name: 'Answer the dispute of 100.00 EUR' }).click();
}

const send = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Send it once for 100.00 EUR' });

test('a dispute is answered with words and a file, once, and is won', async ({ browser, page, world, desk }) => {
  const client = createGatewayClient(world.origin);
  const authToken = await client.logIn(desk, newEmail());
  const { address } = privateKeyToAccount(generatePrivateKey());
  const orderNo = await orderByCard(client, authToken, { getCurrency: 'ETH', address });
  await payByCard(client, authToken, orderNo, Number(new URL(world.deskUrl).port));
  await expect.poll(() => agreedStatus(client, authToken, orderNo)).toBe('delivered');

  const payment = (await acquirer(desk)).payments.find(({ metadata }) => metadata['orderNo'] === orderNo)?.id ?? '';
  await act(world.deskUrl, `payments/${payment}/dispute`);
  const disputeOf = async () => (await acquirer(desk)).disputes.find((one) => one.payment === payment);
  const { id = '' } = (await disputeOf()) ?? {};
  const review = `${world.consoleUrl}/reviews/dispute-${id}`;

  // From the order to the review where it is answered.
  await enterAs(page, world.consoleUrl, 'cleo');
  await page.goto(`${world.consoleUrl}/orders/${orderNo}`);
  await page.getByRole('radio', { name: /^Answer the dispute of 100\.00 EUR/ }).click();
  await page.getByRole('link', { name: 'Open the review of the dispute' }).click();
  await expect(page).toHaveURL(review);
  const checklist = page.getByRole('list', { name: 'What our records say' });
  await expect(checklist.getByRole('listitem').filter({ hasText: 'The payment was taken' })).toContainText(/\d\d:\d\d/);
  await expect(page.getByText(/If no one acts: our records are sent automatically/)).toBeVisible();
  await expectAccessible(page, 'Reviews, a dispute');

  // A file is what its bytes say.
  const delivered = page.getByLabel('That the coins were delivered');
  await delivered.setInputFiles({ name: 'proof.pdf', mimeType: 'application/pdf', buffer: Buffer.from('GIF89a') });
  await expect(page.getByText('The file for delivery is no PDF, JPEG or PNG, whatever it is called.')).toBeVisible();
  await page.getByRole('button', { name: 'Take out: That the coins were delivered' }).click();
  await write(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(id);
  await expect(dialog).toContainText('Sent once: nothing of it can be changed, added or taken back afterwards.');
  await expectAccessible(page, 'The last word on a dispute');

  // Somebody else has the same before them, and hears nothing of what is done meanwhile.
  const second = await (await browser.newContext({ viewport: DESK, isMobile: false })).newPage();
  await enterAs(second, world.consoleUrl, 'sam');
  await second.goto(review);
  await write(second);
  await second.route('**/gateway/console/review', (route) => route.abort());

  await send(page).click();
  await expect(page.getByText(/^Done at/)).toBeVisible();
  await send(second).click();
  await expect(second.getByRole('dialog')).toContainText('It was answered already: an answer is sent once.');
  await second.context().close();

  const received = await acquirer(desk);
  const sent = received.disputes.find((one) => one.id === id);
  expect(sent?.submissions).toBe(1);
  expect(sent?.evidence['uncategorized_text']).toContain(`${WORDS}\n\n`);
  expect(sent?.evidence['uncategorized_text']).toContain(`Order ${orderNo}`);
  const file = received.files.find((one) => one.id === sent?.evidence['customer_communication']);
  expect(file).toEqual({
    ...file,
    filename: 'communication.pdf',
    sha256: createHash('sha256').update(LETTER).digest('hex'),
  });

  await act(world.deskUrl, `disputes/${id}/won`);
  await page.goto(`${world.consoleUrl}/orders/${orderNo}/postings`);
  await expect(page.getByText('Dispute won', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('adds up', { exact: true })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Answer the dispute/ })).toHaveCount(0);
});
