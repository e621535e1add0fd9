import { parseDecimal } from '@slipway/money/decimal.ts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { buildPayoutHaltScope } from '../../ledger/haltStore.ts';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { moveDecimalValue } from '../../ledger/posting.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { ok } from '../../providers/outcome.ts';
import type { TradingVenue, VenueStatement } from '../../providers/venue/venuePort.ts';
import { requireCrypto } from '../../purchase/catalog/catalog.ts';
import { insertConversionPart, recordExecution } from '../../purchase/conversion/conversionStore.ts';
import { storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { findUnclearedDifferences } from '../differences/differenceStore.ts';
import { findOpenings } from '../externalAccountStore.ts';
import { reconcileExternalAccount } from '../reconcileExternalAccount.ts';
import { createVenueExternalAccount } from './venueExternalAccount.ts';

const { database } = await openOwnDatabase();
const { catalog } = seededSettings();
const BTC = requireCrypto(catalog, 'BTC').asset;
const venueState: { statement: VenueStatement } = { statement: { balances: [], lines: [] } };
const venue = { id: 'fake', readStatement: async () => ok(venueState.statement) } as unknown as TradingVenue;
const place = createVenueExternalAccount({ database, venue, catalog });
const EPOCH = new Date(0);

async function fetchSide() {
  const side = await place.fetchSide(EPOCH);
  if (side.kind !== 'ok') throw new Error(side.kind);
  return side.value;
}

test('reads fiat, catalog coins and the exchange’s own currencies with the ledger’s digits', async () => {
  const balances = ['EUR', 'BTC', 'USDC', 'KFEE', 'WBTC'].map((currency) => ({ currency, value: parseDecimal('1.5') }));
  venueState.statement = { balances, lines: [] };
  expect(Object.fromEntries((await fetchSide()).balances)).toEqual({
    'iso4217:EUR': 150_000_000n,
    'coin:BTC': 15n * 10n ** 17n,
    'coin:USDC': 15n * 10n ** 17n,
    'coin:WBTC': 15n * 10n ** 17n,
    'venue:KFEE': 150_000_000n,
  });
});

test('rejects amounts with more digits than the ledger', async () => {
  venueState.statement = { balances: [{ currency: 'EUR', value: parseDecimal('1.123456789') }], lines: [] };
  await expect(fetchSide()).rejects.toThrow('more than 8 digits');
});

test('gives purchases, sales and manual movements the same id on both sides', async () => {
  const { id, orderNo } = await storeOrder(database);
  const parts = [
    { clientOrderId: 'buy-1', side: 'buy', venueOrderId: 'OBUY', amount: '0.5' },
    { clientOrderId: 'sell-1', side: 'sell', venueOrderId: 'OSELL', amount: '0.2' },
  ] as const;
  for (const { venueOrderId, amount, ...part } of parts) {
    const order = { status: 'closed', filledBase: parseDecimal(amount), cost: parseDecimal('1'), fees: [] } as const;
    await database.transaction(async (transaction) => {
      const terms = {
        orderId: id,
        part: 1,
        venue: 'fake',
        base: 'BTC',
        quote: 'EUR',
        baseAmount: amount,
        limitPrice: '1',
      };
      await insertConversionPart(transaction, { ...terms, ...part });
      await recordExecution(transaction, part.clientOrderId, { ...order, orders: [{ ...order, venueOrderId }] });
    });
  }
  const post = (key: string, kind: string, orderId: number | null, amount: string) =>
    database.transaction((transaction) =>
      postEntry(
        transaction,
        { key, kind, postings: moveDecimalValue(BTC, parseDecimal(amount), 'asset:venue', 'trading') },
        orderId,
        new Date(),
      ),
    );
  await post(`${orderNo}:sold_back:OSELL`, 'sold_back', id, '0.2');
  await post('venue:fake:LDEPOSIT', 'venue_deposit', null, '0.1');
  await post('swap:OSWAP', 'swap', null, '0.1');
  const here = await place.ledgerSide.readRows(database, EPOCH);
  expect(here.map((row) => row.id).toSorted()).toEqual(['LDEPOSIT', 'OSWAP', 'sell-1']);

  const line = (lineId: string, groupedBy: string, isOfOrder: boolean) => ({
    lineId,
    groupId: groupedBy,
    isOfOrder,
    amount: { currency: 'BTC', value: parseDecimal('0.1') },
    at: new Date(),
  });
  venueState.statement = {
    balances: [],
    lines: [line('L1', 'OBUY', true), line('L2', 'OSELL', true), line('LDEPOSIT', 'LDEPOSIT', false)],
  };
  const reading = await fetchSide();
  expect(reading.rows.map((row) => `${row.id} ${row.byPeople}`).toSorted()).toEqual([
    'LDEPOSIT true',
    'buy-1 false',
    'sell-1 false',
  ]);
});

test('agrees about deposits from before the first reading, also once the exchange no longer lists them', async () => {
  await database.run(sql`delete from reconciliation_lines`);
  const deposit = parseDecimal('0.3');
  const at = new Date(Date.now() - 6 * 24 * 60 * 60_000);
  const amount = { currency: 'WBTC', value: deposit };
  venueState.statement = {
    balances: [amount],
    lines: [{ lineId: 'LEARLY', groupId: 'LEARLY', isOfOrder: false, amount, at }],
  };
  const context = { database, catalog, log: createLog('silent') };
  await reconcileExternalAccount(context, place);
  expect(await findOpenings(database, place.id)).toEqual(new Map());
  venueState.statement = { ...venueState.statement, lines: [] };
  await database.run(sql`update reconciliation_places set begun_at = begun_at - interval '70 days'`);
  await database.run(sql`update reconciliation_lines set at = at - interval '70 days'`);
  await reconcileExternalAccount(context, place);
  expect(await findUnclearedDifferences(database, place.id)).not.toContainEqual(
    expect.objectContaining({ asset: 'coin:WBTC' }),
  );
});

test('halts the payouts of a coin on every network, and nothing for fiat', () => {
  const listScopes = (asset: string) => place.listHaltScopes({ asset, rest: -1n, rows: [] });
  const usdc = [...catalog.cryptos.values()].filter(({ symbol }) => symbol === 'USDC');
  expect(usdc.length).toBeGreaterThan(1);
  expect(listScopes('coin:USDC')).toEqual(usdc.map(({ asset }) => buildPayoutHaltScope(asset.id)));
  expect(listScopes('iso4217:EUR')).toEqual([]);
});
