import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { expect, test } from 'vitest';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { move } from '../../ledger/posting.ts';
import { openConsoleWorld } from '../consoleWorld.testing.ts';
import { composeTrialBalance } from './trialBalance.ts';

const world = await openConsoleWorld();
const { database } = world;
const vera = world.createVisitor('vera');
await vera.logIn();
const euro = fiatAsset('EUR');

const entries = [
  ['2026-11-19T23:59:59.999Z', move(createAmount(euro, 10_000n), 'liability:buyer', 'asset:bank')],
  ['2026-11-20T23:59:59.999Z', move(createAmount(euro, 10_000n), 'asset:bank', 'asset:venue')],
  ['2026-11-21T00:00:00Z', move(createAmount(fiatAsset('JPY'), 1_160n), 'liability:buyer', 'asset:acquirer')],
] as const;
for (const [at, postings] of entries)
  await database.transaction((transaction) =>
    postEntry(transaction, { kind: 'test', key: at, postings }, null, new Date(at)),
  );

const readBalances = async (day: string) => (await vera.call('reportTrialBalance', { day })).assets;

test('shows the balance of each account at the end of a day, with equal sums', async () => {
  expect(await readBalances('2026-11-18')).toEqual([]);
  expect(await readBalances('2026-11-19')).toEqual([
    {
      unit: 'EUR',
      accounts: [
        { account: 'asset:bank', debit: '100.00', credit: null },
        { account: 'liability:buyer', debit: null, credit: '100.00' },
      ],
      debit: '100.00',
      credit: '100.00',
    },
  ]);
  // An account whose balance is zero again is left out.
  const [euros] = await readBalances('2026-11-20');
  expect(euros?.accounts.map(({ account }) => account)).toEqual(['asset:venue', 'liability:buyer']);
  expect((await readBalances('2026-11-21')).map(({ unit, debit }) => [unit, debit])).toEqual([
    ['EUR', '100.00'],
    ['JPY', '1160'],
  ]);
});

test('refuses a ledger that does not sum to zero', () => {
  const line = { account: 'asset:bank', asset: euro.id, balance: 1n } as const;
  expect(() => composeTrialBalance([line], world.context.settings().catalog)).toThrow('does not sum to zero');
});
