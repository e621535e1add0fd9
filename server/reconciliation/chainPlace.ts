import { amountOf } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { powerOfTen } from '@slipway/money/decimal.ts';
import { payoutsOf } from '../ledger/haltStore.ts';
import { accountBalances, balancesOfNoOrder } from '../ledger/ledgerStore.ts';
import { LEDGER_CRYPTO_SCALE } from '../ledger/posting.ts';
import type { Database } from '../platform/database/database.ts';
import type { Chain } from '../providers/chain/chainPort.ts';
import { type Outcome, ok } from '../providers/outcome.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import { ownShare } from '../purchase/delivery/currentDelivery.ts';
import { type Payout, payoutsOfBatch } from '../purchase/delivery/payoutStore.ts';
import { payoutVariants } from '../purchase/delivery/payoutVariantStore.ts';
import { isMined, lookAtAll, type Sight } from '../purchase/delivery/sights.ts';
import { foundPayments, type WalletPayout, walletPayouts, walletPostings } from './chainPlaceStore.ts';
import type { Row, Side } from './compare.ts';
import { type LedgerSide, type Place, SURPLUS } from './place.ts';

const HOUR_MS = 60 * 60_000;
const GRACE_MS = HOUR_MS / 2;
/** A payout that is out waits for its block as long as the fees of the network let it; its order has clocks of its own. */
const LIVE_MS = 24 * HOUR_MS;
/** Coins that the operator sends to the address are booked when they are final there, or by hand. */
const SURPLUS_MS = 6 * HOUR_MS;
/** Blocks come between two questions; with none between them they are about one moment. */
const TRIES = 4;

type ChainContext = { readonly database: Database; readonly catalog: Catalog };

/** Of the paying address of a network. */
export function chainLedger(network: string): LedgerSide {
  const within = (sums: ReadonlyMap<string, bigint>) =>
    new Map([...sums].filter(([asset]) => asset.startsWith(`${network}/`)));
  return {
    balances: async (database) => within(await accountBalances(database, 'asset:wallet')),
    async rows(database, since) {
      const postings = await walletPostings(database, network, since);
      return postings.map(({ orderNo, asset, units, at }) => ({ id: orderNo, asset, units, at }));
    },
    beside: async (database) => within(await balancesOfNoOrder(database, 'asset:wallet')),
  };
}

/** The paying address of a network. */
export function chainPlace({ database, catalog }: ChainContext, chain: Chain): Place {
  const assets = (): Asset[] =>
    [...catalog.cryptos.values()].filter(({ network }) => network.chain === chain.network).map(({ asset }) => asset);

  return {
    id: `chain:${chain.network}`,
    account: 'asset:wallet',
    graceMs: GRACE_MS,
    async askThere(since) {
      for (let tries = 0; tries < TRIES; tries++) {
        const before = await chain.readHoldings(assets());
        if (before.kind !== 'ok') return before;
        const rows = await rowsOfPayouts(database, chain, since);
        if (rows.kind !== 'ok') return rows;
        const found = await rowsOfFound(database, chain);
        if (found.kind !== 'ok') return found;
        const after = await chain.readHoldings(assets());
        if (after.kind !== 'ok') return after;
        if (before.value.moment !== after.value.moment) continue;
        const decimals = new Map(assets().map((asset) => [asset.id, asset.decimals]));
        const balances = [...after.value.units].map(
          ([asset, units]) => [asset, scaled(units, decimals.get(asset) ?? 0)] as const,
        );
        return ok({ balances: new Map(balances), rows: [...rows.value, ...found.value] } satisfies Side);
      }
      return { kind: 'unavailable', retryAfterMs: 0, detail: 'the chain moved whenever it was read' };
    },
    here: chainLedger(chain.network),
    surplusMs: SURPLUS_MS,
    // More than is known of endangers no payout, and anybody may send it: it must not be a way to stop them.
    halts: ({ asset, rest, rows }) =>
      rest === 0n && rows.every(({ id }) => id.startsWith(SURPLUS)) ? [] : [payoutsOf(asset)],
  };
}

function scaled(units: bigint, decimals: number): bigint {
  return units * powerOfTen(LEDGER_CRYPTO_SCALE - decimals);
}

/** What each payout has taken from the address: as the chain has it now, and of one that has ended as it was seen then. */
async function rowsOfPayouts(database: Database, chain: Chain, since: Date): Promise<Outcome<Row[]>> {
  const rows: Row[] = [];
  const look = lookingOnce(database, chain);
  for (const payout of await walletPayouts(database, chain.network, since)) {
    const taken = await takenBy(chain, payout, look);
    if (taken.kind !== 'ok') return taken;
    const { orderNo: id, at } = payout;
    const isLive = payout.status === 'signed' || payout.status === 'broadcast';
    const grace = isLive ? { graceMs: LIVE_MS } : {};
    rows.push({ id, asset: payout.asset, units: -scaled(taken.value.units, payout.decimals), at, ...grace });
    rows.push({ id, asset: payout.feeAsset, units: -scaled(taken.value.fee, payout.feeDecimals), at, ...grace });
  }
  return ok(rows);
}

/**
 * What orders were paid that a restored database does not know of yet. It explains what is missing, so that nothing is halted for
 * it, and is booked when its order goes on.
 */
async function rowsOfFound(database: Database, chain: Chain): Promise<Outcome<Row[]>> {
  const rows: Row[] = [];
  const fees = new Set<string>();
  for (const { orderNo: id, asset, decimals, units, at, transactionId, bytes, unsigned } of await foundPayments(
    database,
    chain.network,
  )) {
    const view = await chain.getPayout({ transactionId, bytes }, unsigned);
    if (view.kind !== 'ok') return view;
    const { status, networkFee } = view.value;
    const isOut = status === 'included' || status === 'reverted';
    if (!isOut && !(status === 'pending' && chain.traits.leavesWhen === 'pending')) continue;
    if (status !== 'reverted') rows.push({ id, asset, units: -scaled(units, decimals), at, graceMs: LIVE_MS });
    if (fees.has(transactionId)) continue;
    fees.add(transactionId);
    const fee = scaled(networkFee?.units ?? chain.worstFee(unsigned), chain.nativeAsset.decimals);
    rows.push({ id, asset: chain.nativeAsset.id, units: -fee, at, graceMs: LIVE_MS });
  }
  return ok(rows);
}

/** Minor units of the payout's asset, and of the fee's. */
type Taken = { readonly units: bigint; readonly fee: bigint };

const NOTHING: Taken = { units: 0n, fee: 0n };

/** The payouts of a transaction, and what the chain says of each of its forms. */
type Look = { readonly batch: readonly [Payout, ...Payout[]]; readonly sights: readonly Sight[] };
type Looking = (batchId: string) => Promise<Outcome<Look>>;

/** Asks the chain once about what several orders share, so that all are told the same. */
function lookingOnce(database: Database, chain: Chain): Looking {
  const looks = new Map<string, Promise<Outcome<Look>>>();
  const lookAt = async (batchId: string): Promise<Outcome<Look>> => {
    const batch = await payoutsOfBatch(database, batchId);
    const [newest, ...others] = await payoutVariants(database, batchId);
    if (!newest) return ok({ batch, sights: [] });
    const sights = await lookAtAll({ database }, { chain, payout: batch[0], variants: [newest, ...others] });
    return sights.kind === 'ok' ? ok({ batch, sights: sights.value }) : sights;
  };
  return (batchId) => {
    const look = looks.get(batchId) ?? lookAt(batchId);
    looks.set(batchId, look);
    return look;
  };
}

const ENDED: ReadonlySet<WalletPayout['status']> = new Set(['reverted', 'abandoned']);

async function takenBy(
  chain: Chain,
  { id, batchId, status, ...had }: WalletPayout,
  look: Looking,
): Promise<Outcome<Taken>> {
  const { units, feeUnits } = had;
  if (status === 'abandoned') return ok(NOTHING);
  if (status === 'reverted') return ok({ units: 0n, fee: feeUnits ?? 0n });
  if (status === 'confirmed' || status === 'final') return ok({ units, fee: feeUnits ?? 0n });
  const looked = await look(batchId);
  if (looked.kind !== 'ok') return looked;
  const { batch, sights } = looked.value;
  const payout = batch.find((one) => one.id === id);
  if (!payout || ENDED.has(payout.status)) return ok(NOTHING);
  const taken = takenIn(chain, sights, units);
  const { units: fee } = ownShare({ payout, batch }, amountOf(chain.nativeAsset, taken.fee));
  return ok({ ...taken, fee });
}

/** With the whole fee of the transaction. */
function takenIn(chain: Chain, sights: readonly Sight[], units: bigint): Taken {
  const mined = sights.find(isMined);
  const out =
    mined ?? (chain.traits.leavesWhen === 'pending' ? sights.find(({ view }) => view.status === 'pending') : undefined);
  if (!out) return NOTHING;
  const { variant, view } = out;
  const paid = variant.purpose === 'payment' && view.status !== 'reverted';
  return { units: paid ? units : 0n, fee: view.networkFee?.units ?? chain.worstFee(variant.unsigned) };
}
