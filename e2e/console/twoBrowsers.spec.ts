import { expectServerStatus, readOrder } from '../booksCheck.ts';
import { expect, test } from '../world.ts';
import { DESK, heldByAnotherPayer, openAs, sayYes, writeDecision } from './consolePage.ts';

test.use({ viewport: DESK, isMobile: false, hasTouch: false });

/** Above `secondPersonAboveEuro`. */
const AMOUNT = '5100';
const GIVE_BACK = 'Give back 5,100.00 EUR';
/** An account of ISO 13616's own examples. */
const IBAN = 'DE89 3704 0044 0532 0130 00';

test('what is worth more than one person’s word is given back by two, to an account that two have named', async ({
  browser,
  desk,
  origin,
  books,
  world,
}) => {
  const { consoleUrl } = world;
  // The bank does not tell where it came from: it has nowhere to go back to.
  const { orderNo } = await heldByAnotherPayer({ origin, desk }, { amount: AMOUNT, payerAccount: '' });
  const sam = await openAs(browser, consoleUrl, 'sam', `orders/${orderNo}`);
  const tess = await openAs(browser, consoleUrl, 'tess', `orders/${orderNo}`);

  await writeDecision(sam, /^Give back 5,100\.00 EUR/, 'the payer is somebody else');
  await sam.getByRole('button', { name: 'Ask a second person' }).click();
  await expect(sam.getByText(/^Asked\. It waits for a second person/).first()).toBeVisible();
  // Nobody says the second yes to their own.
  await expect(sam.getByRole('button', { name: 'Answer' })).toHaveAttribute('aria-disabled', 'true');
  expect((await readOrder(books, orderNo)).status).toBe('on_hold');
  await sayYes(tess, GIVE_BACK);
  await expectServerStatus(books, orderNo, 'refunding');
  await expect(sam.getByRole('heading', { name: 'Refunding', level: 1 })).toBeVisible();

  await sam.getByRole('radio', { name: /^Name the refund’s account/ }).click();
  await sam.getByLabel('Name of the account’s holder').fill('Somebody Else');
  await sam.getByLabel('IBAN').fill(IBAN);
  await sam.getByRole('combobox', { name: 'Reason' }).click();
  await sam.getByRole('option', { name: 'The buyer asks for it' }).click();
  await sam.getByLabel('In your words, kept for ever').fill('their bank has confirmed it');
  await sam.getByRole('button', { name: 'Ask a second person' }).click();
  await expect(sam.getByText(/^Asked\. It waits for a second person/).first()).toBeVisible();
  await sayYes(tess, 'Name the refund’s account');

  // The bank books it on one of its next statements.
  await expect.poll(async () => (await readOrder(books, orderNo)).status).toBe('refunded');
  await expect(tess.getByRole('heading', { name: 'Refunded', level: 1 })).toBeVisible();
  await expect(sam.getByRole('heading', { name: 'Refunded', level: 1 })).toBeVisible();
});

test('a held order above it is let go by two, and its coins come to the chain', async ({
  browser,
  desk,
  origin,
  books,
  world,
}) => {
  const { orderNo, address } = await heldByAnotherPayer({ origin, desk }, { amount: AMOUNT });
  const cleo = await openAs(browser, world.consoleUrl, 'cleo', `orders/${orderNo}`);
  const tess = await openAs(browser, world.consoleUrl, 'tess', `orders/${orderNo}`);
  await writeDecision(cleo, /, go on/, 'husband and wife: seen by their papers');
  await cleo.getByRole('button', { name: 'Ask a second person' }).click();
  await sayYes(tess, /, go on$/);
  await expect.poll(async () => (await readOrder(books, orderNo)).status).toBe('delivered');
  const { receive_units: sent } = await readOrder(books, orderNo);
  expect(await desk.balance('ethereum', 'ETH', address)).toBe(BigInt(sent));
  await expect(cleo.getByRole('heading', { name: 'Delivered', level: 1 })).toBeVisible();
});
