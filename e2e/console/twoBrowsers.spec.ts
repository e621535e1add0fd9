import { expectServerStatus, readOrder } from '../books/databaseChecks.ts';
import { expect, test } from '../world.ts';
import { approveRequest, createOrderPaidByOther, DESKTOP_WINDOW, fillDecision, openConsoleAs } from './consolePage.ts';

test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });

/** Above `secondPersonAboveEuro`, the amount from which an action needs a second approval. */
const AMOUNT = '5100';
const REFUND_BUTTON = 'Refund 5,100.00 EUR';
/** An example account from ISO 13616. */
const IBAN = 'DE89 3704 0044 0532 0130 00';

test('a refund above the threshold needs two people, and so does a new account for the refund', async ({
  browser,
  desk,
  origin,
  books,
  world,
}) => {
  const { consoleUrl } = world;
  // The bank names no source account, so the refund has no destination.
  const { orderNo } = await createOrderPaidByOther({ origin, desk }, { amount: AMOUNT, payerAccount: '' });
  const sam = await openConsoleAs(browser, consoleUrl, 'sam', `orders/${orderNo}`);
  const tess = await openConsoleAs(browser, consoleUrl, 'tess', `orders/${orderNo}`);

  await fillDecision(sam, /^Refund 5,100\.00 EUR/, 'the payer is another person');
  await sam.getByRole('button', { name: 'Request approval' }).click();
  await expect(sam.getByText(/^Submitted\. Waiting for a second approval/).first()).toBeVisible();
  // A person cannot approve their own request.
  await expect(sam.getByRole('button', { name: 'Review request' })).toHaveAttribute('aria-disabled', 'true');
  expect((await readOrder(books, orderNo)).status).toBe('on_hold');
  await approveRequest(tess, REFUND_BUTTON);
  await expectServerStatus(books, orderNo, 'refunding');
  await expect(sam.getByRole('heading', { name: 'Refunding', level: 1 })).toBeVisible();

  await sam.getByRole('radio', { name: /^Add the refund account/ }).click();
  await sam.getByLabel('Account holder').fill('Somebody Else');
  await sam.getByLabel('IBAN').fill(IBAN);
  await sam.getByRole('combobox', { name: 'Reason' }).click();
  await sam.getByRole('option', { name: 'Requested by the buyer' }).click();
  await sam.getByLabel('Explanation, recorded permanently in the audit trail').fill('their bank has confirmed it');
  await sam.getByRole('button', { name: 'Request approval' }).click();
  await expect(sam.getByText(/^Submitted\. Waiting for a second approval/).first()).toBeVisible();
  await approveRequest(tess, 'Add the refund account');

  // The bank reports the refund in one of its next statements.
  await expect.poll(async () => (await readOrder(books, orderNo)).status).toBe('refunded');
  await expect(tess.getByRole('heading', { name: 'Refunded', level: 1 })).toBeVisible();
  await expect(sam.getByRole('heading', { name: 'Refunded', level: 1 })).toBeVisible();
});

test('a held order above the threshold is released by two people and its coins are delivered', async ({
  browser,
  desk,
  origin,
  books,
  world,
}) => {
  const { orderNo, address } = await createOrderPaidByOther({ origin, desk }, { amount: AMOUNT });
  const cleo = await openConsoleAs(browser, world.consoleUrl, 'cleo', `orders/${orderNo}`);
  const tess = await openConsoleAs(browser, world.consoleUrl, 'tess', `orders/${orderNo}`);
  await fillDecision(cleo, / and continue/, 'documents show that payer and buyer are married');
  await cleo.getByRole('button', { name: 'Request approval' }).click();
  await approveRequest(tess, / and continue$/);
  await expect.poll(async () => (await readOrder(books, orderNo)).status).toBe('delivered');
  const { receive_units: sent } = await readOrder(books, orderNo);
  expect(await desk.balance('ethereum', 'ETH', address)).toBe(BigInt(sent));
  await expect(cleo.getByRole('heading', { name: 'Delivered', level: 1 })).toBeVisible();
});
