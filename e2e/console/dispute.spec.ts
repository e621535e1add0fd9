import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { assignSandboxPorts } from '../../sandbox/world/ports.ts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { payByCard, placeFirstCardOrder, readStatusAcceptingRequote } from '../buyers/cardPurchase.ts';
import { createGatewayClient } from '../buyers/gatewayClient.ts';
import { expectAccessible } from '../page/inspectPage.ts';
import type { SandboxClient } from '../sandboxClient.ts';
import { expect, test } from '../world.ts';
import { DESKTOP_WINDOW, logInAsPerson, openConsoleAs } from './consolePage.ts';

test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });

const STATEMENT_TEXT = 'The buyer wrote on the next day that the coins had come.';
const CORRESPONDENCE = Buffer.from('%PDF-1.7\n1 0 obj << /Type /Page >> endobj\n% an email from the buyer');

const acquirerBooksSchema = z.object({
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

async function readAcquirerBooks(desk: SandboxClient) {
  return acquirerBooksSchema.parse(await desk.books()).stripe;
}

/** Performs an action of the acquirer stand-in's dashboard: opens or decides a dispute. */
async function postDashboardAction(deskUrl: string, path: string): Promise<void> {
  const { stripe } = assignSandboxPorts(Number(new URL(deskUrl).port));
  const answer = await fetch(`http://localhost:${stripe}/dashboard/${path}`, {
    method: 'POST',
    headers: { accept: 'application/json' },
  });
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
}

/** Fills the statement, a file and the reason, and opens the final confirmation. */
async function fillEvidence(page: Page): Promise<void> {
  await page.getByLabel('Statement to the bank').fill(STATEMENT_TEXT);
  await page
    .getByLabel('Correspondence with the buyer')
    .setInputFiles({ name: 'any name.pdf', mimeType: 'application/pdf', buffer: CORRESPONDENCE });
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Message from the buyer' }).click();
  await page.getByLabel('Explanation, recorded permanently in the audit trail').fill('the buyer wrote an email');
  await page.getByRole('button', { name: 'Submit evidence for the dispute of 100.00 EUR' }).click();
}

const findSubmitButton = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Submit once for 100.00 EUR' });

test('a dispute is answered once with text and a file, and is won', async ({ browser, page, world, desk }) => {
  const client = createGatewayClient(world.origin);
  const authToken = await client.logIn(desk, newEmail());
  const { address } = privateKeyToAccount(generatePrivateKey());
  const orderNo = await placeFirstCardOrder(client, authToken, { getCurrency: 'ETH', address });
  await payByCard(client, authToken, orderNo, Number(new URL(world.deskUrl).port));
  await expect.poll(() => readStatusAcceptingRequote(client, authToken, orderNo)).toBe('delivered');

  const payment =
    (await readAcquirerBooks(desk)).payments.find(({ metadata }) => metadata['orderNo'] === orderNo)?.id ?? '';
  await postDashboardAction(world.deskUrl, `payments/${payment}/dispute`);
  const { id = '' } = (await readAcquirerBooks(desk)).disputes.find((one) => one.payment === payment) ?? {};
  const review = `${world.consoleUrl}/reviews/dispute-${id}`;

  // The order links to the review in which the dispute is answered.
  await logInAsPerson(page, world.consoleUrl, 'cleo');
  await page.goto(`${world.consoleUrl}/orders/${orderNo}`);
  await page.getByRole('radio', { name: /^Submit evidence for the dispute of 100\.00 EUR/ }).click();
  await page.getByRole('link', { name: 'Open the dispute review' }).click();
  await expect(page).toHaveURL(review);
  const checklist = page.getByRole('list', { name: 'Our records' });
  await expect(checklist.getByRole('listitem').filter({ hasText: 'Payment captured' })).toContainText(/\d\d:\d\d/);
  await expect(page.getByText(/If no one acts: our records are sent automatically/)).toBeVisible();
  await expectAccessible(page, 'Reviews, a dispute');

  // The type of a file is determined by its content.
  const delivered = page.getByLabel('Proof of delivery');
  await delivered.setInputFiles({ name: 'proof.pdf', mimeType: 'application/pdf', buffer: Buffer.from('GIF89a') });
  await expect(page.getByText('The file for delivery is not a PDF, JPEG or PNG, despite its name.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove: Proof of delivery' }).click();
  await fillEvidence(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(id);
  await expect(dialog).toContainText(
    'Evidence can be submitted only once. Nothing can be changed, added or withdrawn afterwards.',
  );
  await expectAccessible(page, 'Final confirmation of evidence');

  // A second person has the same review open, and its page gets no updates.
  const second = await openConsoleAs(browser, world.consoleUrl, 'sam', `reviews/dispute-${id}`);
  await fillEvidence(second);
  await second.route('**/gateway/console/review', (route) => route.abort());

  await findSubmitButton(page).click();
  await expect(page.getByText(/^Done at/)).toBeVisible();
  await findSubmitButton(second).click();
  await expect(second.getByRole('dialog')).toContainText(
    'Evidence was already submitted. It can be submitted only once.',
  );
  await second.context().close();

  const received = await readAcquirerBooks(desk);
  const sent = received.disputes.find((one) => one.id === id);
  expect(sent?.submissions).toBe(1);
  expect(sent?.evidence['uncategorized_text']).toContain(`${STATEMENT_TEXT}\n\n`);
  expect(sent?.evidence['uncategorized_text']).toContain(`Order ${orderNo}`);
  const file = received.files.find((one) => one.id === sent?.evidence['customer_communication']);
  expect(file).toEqual({
    ...file,
    filename: 'communication.pdf',
    sha256: createHash('sha256').update(CORRESPONDENCE).digest('hex'),
  });

  await postDashboardAction(world.deskUrl, `disputes/${id}/won`);
  await page.goto(`${world.consoleUrl}/orders/${orderNo}/postings`);
  await expect(page.getByText('Dispute won', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('balanced', { exact: true })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Submit evidence for the dispute/ })).toHaveCount(0);
});
