import { expectBalancedLedger, expectNoPendingWork } from '../books/databaseChecks.ts';
import { expectBooksEqualLedger } from '../books/standInBooks.ts';
import { expect, test } from '../world.ts';

test('after all journeys, every stand-in has the same balances as the ledger', async ({ desk, books }) => {
  await expectNoPendingWork(books);
  await expectBalancedLedger(books);
  await expectBooksEqualLedger(desk, books);
});

test('reconciliation finds no difference', async ({ operator }) => {
  await expect.poll(() => operator.run('reconcile')).toContain('No difference.');
  expect(await operator.run('list', 'alerts')).not.toContain('books_differ');
});

test('reconciliation found no openings other than those of the exchange account', async ({ operator }) => {
  const [, opened = ''] = /Opening balances:\n(.+?)\n\n/s.exec(await operator.run('reconcile')) ?? [];
  const [, , ...rows] = opened.split('\n').map((row) => row.trim().split(/\s+/));
  expect(rows).toEqual([
    ['venue:kraken', 'EUR', '25000000.00'],
    ['venue:kraken', 'USD', '25000000.00'],
    ['venue:kraken', 'KFEE', '10000000.00000000'],
  ]);
});
