import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { buildPayoutHaltScope, isHalted } from '../../ledger/haltStore.ts';
import { createLog } from '../../platform/log/log.ts';
import { ok } from '../../providers/outcome.ts';
import { requireCrypto } from '../../purchase/catalog/catalog.ts';
import { openConvertedOrders } from '../../purchase/delivery/convertedOrder.testing.ts';
import { createFakeChain } from '../../purchase/delivery/fakeChain.testing.ts';
import { findUnclearedDifferences } from '../differences/differenceStore.ts';
import { reconcileExternalAccount } from '../reconcileExternalAccount.ts';
import { createChainExternalAccount } from './chainExternalAccount.ts';

const { database, createConvertedOrder } = await openConvertedOrders();
const { catalog } = seededSettings();
const context = { database, catalog, log: createLog('silent') };
const ether = requireCrypto(catalog, 'ETH').asset;
const usdc = requireCrypto(catalog, 'USDC').asset;

/** Opens the paying address of a network as an external account; the ledger is empty. */
function openWallet(network: string, assets: readonly (typeof ether)[]) {
  const { chain } = createFakeChain(network, ether);
  const holds = new Map(assets.map(({ id }) => [id, 10n ** 20n]));
  const moments = { now: 0, moves: false };
  const place = createChainExternalAccount(context, {
    ...chain,
    readHoldings: async () => ok({ units: holds, stateId: String(moments.moves ? moments.now++ : moments.now) }),
  });
  return { holds, moments, reconcile: () => reconcileExternalAccount(context, place), place };
}

test('reports unknown deposits at the paying address, and halts nothing', async () => {
  const { holds, reconcile, place } = openWallet('eip155:1', [ether, usdc]);
  await reconcile();
  holds.set(ether.id, (holds.get(ether.id) ?? 0n) + 1n);
  await reconcile();
  expect(await findUnclearedDifferences(database, place.id)).toMatchObject([{ asset: ether.id, state: 'pending' }]);
  await database.run(sql`
    update reconciliation_differences set rows = jsonb_set(rows, '{0,firstSeen}', to_jsonb(now() - interval '6 hours'))`);
  await reconcile();
  expect(await findUnclearedDifferences(database, place.id)).toMatchObject([
    { asset: ether.id, state: 'open', units: 1n },
  ]);
  expect(await isHalted(database, buildPayoutHaltScope(ether.id))).toBe(false);
});

test('halts the payouts of an asset whose coins are missing, and of no other asset', async () => {
  const { holds, reconcile } = openWallet('eip155:1', [ether, usdc]);
  await reconcile();
  holds.set(usdc.id, (holds.get(usdc.id) ?? 0n) - 1n);
  await reconcile();
  expect(await isHalted(database, buildPayoutHaltScope(usdc.id))).toBe(true);
  expect(await isHalted(database, buildPayoutHaltScope(ether.id))).toBe(false);
});

test('is unavailable when the chain changes while it is read', async () => {
  const { moments, place } = openWallet('eip155:8453', []);
  moments.moves = true;
  expect(await place.fetchSide(new Date(0))).toMatchObject({ kind: 'unavailable' });
});

test('shares the fee of a batch among its payouts, with one query to the chain', async () => {
  const first = await createConvertedOrder({ mostPayees: 50, units: 1_000n });
  const others = [
    await createConvertedOrder({ sharedWith: first, units: 2_000n }),
    await createConvertedOrder({ sharedWith: first }),
  ];
  await first.steps.send();
  const { chain, story } = first;
  let queryCount = 0;
  const counting: typeof chain = {
    ...chain,
    getPayout: async (...about) => {
      queryCount += 1;
      return chain.getPayout(...about);
    },
  };
  const networkFee = { asset: ether, units: 1_001n };
  story.view = { status: 'included', confirmations: 1, final: false, networkFee };
  const there = await createChainExternalAccount(context, counting).fetchSide(new Date(0));
  if (there.kind !== 'ok') throw new Error(there.kind);
  const paid = [1_000n, 2_000n, 29_000_000_000_000_000n].reduce((sum, units) => sum + units, 0n);
  const taken = there.value.rows.reduce((sum, { units }) => sum - units, 0n);
  expect(new Set(there.value.rows.map(({ id }) => id))).toEqual(
    new Set([first, ...others].map(({ orderNo }) => orderNo)),
  );
  expect(taken).toBe(paid + networkFee.units);
  expect(queryCount).toBe(1);
});

test('waits for a payment found on the chain to be booked, and halts nothing', async () => {
  const { chain, story, orderNo } = await createConvertedOrder({ units: 3_000n });
  const holds = { units: 10n ** 20n };
  const place = createChainExternalAccount(context, {
    ...chain,
    network: 'eip155:1',
    readHoldings: async () => ok({ units: new Map([[ether.id, holds.units]]), stateId: '1' }),
  });
  const found = {
    ...place,
    id: 'chain:found',
    ledgerSide: { ...place.ledgerSide, readBalances: async () => new Map(), readRows: async () => [] },
  };
  await reconcileExternalAccount(context, found);
  story.view = { status: 'included', confirmations: 1, final: false, networkFee: { asset: ether, units: 10n } };
  holds.units -= 3_010n;
  await reconcileExternalAccount(context, found);
  expect(await findUnclearedDifferences(database, found.id)).toMatchObject([{ state: 'open' }]);
  await database.run(sql`
    insert into found_transactions (transaction_id, network, unsigned, bytes, found_at, order_nos)
    values ('found 1', 'eip155:1', '{"kind":"nonce","fee":"10"}', '', clock_timestamp(), array[${orderNo}])`);
  await reconcileExternalAccount(context, found);
  expect(await findUnclearedDifferences(database, found.id)).toMatchObject([
    { state: 'pending', rows: [{ id: orderNo, fault: 'missing_here', there: -3_010n }] },
  ]);
  expect(await isHalted(database, buildPayoutHaltScope(ether.id))).toBe(false);
  // A cancellation pays only its fee.
  holds.units += 3_000n;
  await database.run(sql`update found_transactions set cancels = true where transaction_id = 'found 1'`);
  await reconcileExternalAccount(context, found);
  expect(await findUnclearedDifferences(database, found.id)).toMatchObject([
    { state: 'pending', rows: [{ id: orderNo, fault: 'missing_here', there: -10n }] },
  ]);
});
