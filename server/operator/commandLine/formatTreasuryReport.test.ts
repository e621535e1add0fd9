import { createAmount } from '@slipway/money/amount.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { move, type Posting } from '../../ledger/posting.ts';
import { openDatabaseOfTest } from '../../platform/database/ownDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import type { Chain } from '../../providers/chain/chainPort.ts';
import { ok } from '../../providers/outcome.ts';
import { collectBalances } from '../../treasury/forecast/collectBalances.ts';
import { createCommandContext, requestAs } from '../persons/testPersons.testing.ts';
import { runCommand } from './runCommand.ts';

const { catalog } = seededSettings();
const btc = catalog.cryptos.get('BTC')?.asset ?? { id: '', code: '', decimals: 8 };
const network = catalog.cryptos.get('BTC')?.network.chain ?? '';
const bitcoin = (units: bigint) => createAmount(btc, units);
const eur = (units: bigint) => createAmount(fiatAsset('EUR'), units);

/** Opens an empty treasury in a separate database. */
async function openTreasury() {
  const { database } = await openDatabaseOfTest();
  await seedConfiguration(database, []);
  await database.run(sql`
    insert into market_prices (base, quote, mid, sources, trusted, observed_at)
    values ('BTC', 'EUR', '60000', '{a,b}', true, now() + interval '1 hour')`);
  let posted = 0;

  return {
    database,
    async post(kind: string, postings: readonly Posting[], daysAgo = 0): Promise<void> {
      posted += 1;
      const at = new Date(Date.now() - daysAgo * 86_400_000);
      await database.transaction((transaction) =>
        postEntry(transaction, { kind, key: `test:${posted}`, postings }, null, at),
      );
    },
    report: () => runCommand(createCommandContext('anna', { database }), 'treasury', []),
    collect: (chain: unknown, venue: Parameters<typeof collectBalances>[0]['venue']) =>
      collectBalances({
        database,
        catalog,
        log: createLog('silent'),
        chains: new Map([[network, chain as Chain]]),
        venue,
      }),
  };
}

/** Opens a treasury with coins and euros in the wallet and at the venue, whose balances were read. */
async function openFilledTreasury() {
  const treasury = await openTreasury();
  await treasury.post('deposit', move(bitcoin(100_000_000n), 'equity', 'asset:wallet'));
  await treasury.post('deposit', move(bitcoin(30_000_000n), 'equity', 'asset:venue'));
  await treasury.post('deposit', move(eur(1_000_00n), 'equity', 'asset:venue'));
  const chain = {
    readBalances: async () => ok({ kind: 'any' }),
    computeFreeFunds: () => ({ asset: 99_000_000n, native: 99_000_000n }),
  };
  await treasury.collect(chain, {
    getBalances: async () =>
      ok([
        { currency: 'BTC', amount: parseDecimal('0.30000000') },
        { currency: 'EUR', amount: parseDecimal('1000.5000') },
      ]),
  });
  return treasury;
}

/** Opens a treasury after a week in which 7 BTC were delivered, not counting an older payout and a reversed one. */
async function openBusyTreasury() {
  const treasury = await openFilledTreasury();
  await treasury.post('broadcast', move(bitcoin(800_000_000n), 'asset:wallet', 'asset:transit'), 1);
  await treasury.post('broadcast_reversed', move(bitcoin(100_000_000n), 'asset:transit', 'asset:wallet'), 1);
  await treasury.post('broadcast', move(bitcoin(900_000_000n), 'asset:wallet', 'asset:transit'), 8);
  await treasury.post('fill', move(eur(7_000_00n), 'asset:venue', 'trading'), 1);
  return treasury;
}

/** Returns the cells of the row that begins with these texts. */
const findRow = (text: string, ...begin: string[]) =>
  text
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/))
    .find((cells) => begin.every((cell, index) => cells[index] === cell));

describe('the treasury report', () => {
  test('proposes no transfer for an empty treasury without sales', async () => {
    const { report } = await openTreasury();
    expect(await report()).toContain('no transfer is needed');
  });

  test('lists the balances, and where the ledger and an external account differ', async () => {
    const { database, report } = await openFilledTreasury();
    const reportText = await report();
    expect(findRow(reportText, 'wallet', 'BTC')).toEqual(['wallet', 'BTC', '1', '0.99', '-0.01']);
    await database.run(sql`
      insert into reconciliation_places (place, begun_at, read_at) values (${`chain:${network}`}, now(), now())`);
    await database.run(sql`
      insert into reconciliation_openings (place, asset, units)
      values (${`chain:${network}`}, ${btc.id}, ${(-(10n ** 16n)).toString()}::numeric)`);
    // A known opening balance is no difference.
    expect(findRow(await report(), 'wallet', 'BTC')).toEqual(['wallet', 'BTC', '1', '-0.01', '0.99']);
    expect(findRow(reportText, 'venue', 'BTC')).toEqual(['venue', 'BTC', '0.3', '0.3']);
    expect(findRow(reportText, 'venue', 'EUR')).toEqual(['venue', 'EUR', '1000', '1000.5', '0.5']);
  });

  test('lists coins locked at the exchange under their own name, not as the coin', async () => {
    const { collect, report } = await openFilledTreasury();
    const away = { kind: 'unavailable', retryAfterMs: 1, detail: '' } as const;
    const locked = { currency: 'BTC.B', amount: parseDecimal('0.2') };
    await collect({ readBalances: async () => away }, { getBalances: async () => ok([locked]) });
    const printed = await report();
    expect(findRow(printed, 'venue', 'BTC')).toEqual(['venue', 'BTC', '0.3', '0.3']);
    expect(findRow(printed, 'venue', 'BTC.B')).toContain('0.2');
  });

  test('keeps the last balance of an external account that does not answer', async () => {
    const { collect, report } = await openFilledTreasury();
    const away = { kind: 'unavailable', retryAfterMs: 1, detail: '' } as const;
    await collect({ readBalances: async () => away }, { getBalances: async () => away });
    expect(findRow(await report(), 'wallet', 'BTC')).toContain('0.99');
  });

  test('proposes to withdraw the coins at the exchange, and to fund it to buy the rest', async () => {
    const { report } = await openBusyTreasury();
    const reportText = await report();
    // Two days need 2 BTC: 0.99 are in the wallet, 0.3 at the venue, 0.71 have to be bought at 60000; two days cost 2000 EUR.
    expect(findRow(reportText, 'BTC')?.slice(1)).toEqual([
      '0.99000000',
      '0.30000000',
      '0.00000000',
      '7.00000000',
      '2.00000000',
      '0.00000000',
    ]);
    expect(reportText).toContain('withdraw 0.30000000 BTC');
    expect(reportText).toContain('buy 0.71000000 BTC in addition');
    expect(reportText).toContain('fund the exchange with 43599.50 EUR');
  });

  test('subtracts a requested withdrawal from the withdrawal that it proposes', async () => {
    const { database, report } = await openBusyTreasury();
    await database.run(sql`
      insert into treasury_addresses (network, address, written, own, created_at)
      values (${network}, 'own', 'own', true, now())`);
    await requestAs(database, {
      action: 'withdraw',
      subject: '0.20000000 BTC',
      input: { crypto: 'BTC', units: '20000000', address: 'own' },
    });
    const reportText = await report();
    expect(findRow(reportText, 'BTC')?.[6]).toBe('0.20000000');
    expect(reportText).toContain('withdraw 0.10000000 BTC');
    expect(reportText).toContain('buy 0.71000000 BTC in addition');
  });

  test('uses the configured number of days', async () => {
    const { database, report } = await openBusyTreasury();
    await database.run(sql`
      update configuration set value = '{"value": 14}' where kind = 'rule' and key = 'forecastWindowDays'`);
    const reportText = await report();
    expect(findRow(reportText, 'BTC')?.[4]).toBe('16.00000000');
    expect(reportText).toContain('by the average of the last 14');
  });

  test('names coins without a price', async () => {
    const { database, report } = await openBusyTreasury();
    await database.run(sql`delete from market_prices`);
    expect(await report()).toContain('BTC has no price now');
  });
});
