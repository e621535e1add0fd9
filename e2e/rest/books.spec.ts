import { expectBalancedLedger, expectRest } from '../booksCheck.ts';
import { operate } from '../operate.ts';
import { expectBooksEqualLedger } from '../standInBooks.ts';
import { expect, test } from '../world.ts';

test('after all journeys, every stand-in has the same books as the ledger', async ({ desk, books }) => {
  await expectRest(books);
  await expectBalancedLedger(books);
  await expectBooksEqualLedger(desk, books);
});

test('and the product has found no difference itself', async () => {
  test.slow();
  await expect.poll(() => operate('reconcile'), { timeout: 120_000 }).toContain('No difference.');
  expect(await operate('list', 'alerts')).not.toContain('books_differ');
});

test('nothing lay anywhere that was not booked', async () => {
  expect(await operate('reconcile')).toMatch(/What lay there when it began:\n\(none\)/);
});
