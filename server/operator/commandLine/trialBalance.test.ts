import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { beforeAll, expect, test } from 'vitest';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { move, moveDecimalValue } from '../../ledger/posting.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { requireCrypto } from '../../purchase/catalog/catalog.ts';
import { createCommandContext } from '../persons/testPersons.testing.ts';
import { formatTrialBalance } from './booksCommands.ts';
import { runCommand } from './runCommand.ts';

const { database } = await openOwnDatabase();
const { catalog } = seededSettings();
const usdc = requireCrypto(catalog, 'USDC_BASE').asset;
const euro = fiatAsset('EUR');

beforeAll(async () => {
  await seedConfiguration(database, []);
  const entries = [
    ['2026-11-19T23:59:59.999Z', move(createAmount(euro, 10_000n), 'liability:buyer', 'asset:bank')],
    ['2026-11-20T00:00:00Z', moveDecimalValue(euro, { coefficient: 938_152_038n, scale: 7 }, 'asset:venue', 'trading')],
    ['2026-11-20T23:59:59.999Z', move(createAmount(euro, 2_500n), 'asset:bank', 'liability:buyer')],
    ['2026-11-21T00:00:00Z', move(createAmount(usdc, 62_363_720n), 'asset:wallet', 'asset:transit')],
    ['2026-11-21T00:00:01Z', move(createAmount(fiatAsset('JPY'), 1_160n), 'liability:buyer', 'asset:acquirer')],
  ] as const;
  for (const [at, postings] of entries)
    await database.transaction((transaction) =>
      postEntry(transaction, { kind: 'test', key: at, postings }, null, new Date(at)),
    );
});

async function readTrialBalance(options: Record<string, string> = {}): Promise<string[][]> {
  const text = await runCommand(createCommandContext('anna', { database, options }), 'trial-balance', []);
  return text
    .split('\n')
    .slice(2)
    .map((line) => line.split(/\s{2,}/));
}

test('returns the accounts at the end of a day in UTC with debit, credit and balance, and the sums', async () => {
  expect(await readTrialBalance({ at: '2026-11-19' })).toEqual([
    ['EUR', 'asset:bank', '100.00', '0.00', '100.00'],
    ['EUR', 'liability:buyer', '0.00', '100.00', '-100.00'],
    ['EUR', 'sum', '100.00', '100.00', '0.00'],
  ]);
  expect(await readTrialBalance({ at: '2026-11-20' })).toEqual([
    ['EUR', 'asset:bank', '100.00', '25.00', '75.00'],
    ['EUR', 'asset:venue', '0.00', '93.8152038', '-93.8152038'],
    ['EUR', 'liability:buyer', '25.00', '100.00', '-75.00'],
    ['EUR', 'trading', '93.8152038', '0.00', '93.8152038'],
    ['EUR', 'sum', '218.8152038', '218.8152038', '0.00'],
  ]);
});

test('returns the current balances, each asset with its own digits', async () => {
  const lines = await readTrialBalance();
  expect(lines).toContainEqual(['USDC_BASE', 'asset:transit', '62.363720', '0.000000', '62.363720']);
  expect(lines).toContainEqual(['JPY', 'asset:acquirer', '1160', '0', '1160']);
  expect(lines.filter(([, account]) => account === 'sum').map(([, , , , balance]) => Number(balance))).toEqual([
    0, 0, 0,
  ]);
});

test.each(['yesterday', '2026-13-01', '2026-02-30', '20261120'])('rejects %s as a day', async (at) => {
  await expect(readTrialBalance({ at })).rejects.toThrow('is not a day');
});

test('refuses to print a ledger that does not sum to zero', () => {
  const line = { account: 'asset:bank', asset: 'iso4217:EUR', debit: 1n, credit: 0n, balance: 1n } as const;
  expect(() => formatTrialBalance([line], catalog)).toThrow('does not sum to zero');
});
