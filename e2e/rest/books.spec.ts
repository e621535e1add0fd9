import { expectBalancedLedger, expectRest } from '../booksCheck.ts';
import { expectBooksEqualLedger } from '../standInBooks.ts';
import { test } from '../world.ts';

test('after all journeys, every stand-in has the same books as the ledger', async ({ desk, books }) => {
  await expectRest(books);
  await expectBalancedLedger(books);
  await expectBooksEqualLedger(desk, books);
});
