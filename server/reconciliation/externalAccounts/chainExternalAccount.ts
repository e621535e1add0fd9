import { createAmount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { powerOfTen } from '@slipway/money/decimal.ts';
import { buildPayoutHaltScope } from '../../ledger/haltStore.ts';
import { readAccountBalances, readBalancesWithoutOrder } from '../../ledger/ledgerStore.ts';
import { LEDGER_CRYPTO_SCALE } from '../../ledger/posting.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Chain } from '../../providers/chain/chainPort.ts';
import { type Outcome, ok } from '../../providers/outcome.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { computeOrderFeeShare } from '../../purchase/delivery/currentDelivery.ts';
import { type FormView, fetchFormViews, isMined } from '../../purchase/delivery/forms/formViews.ts';
import { listPayoutForms } from '../../purchase/delivery/payoutFormStore.ts';
import { listBatchPayouts, type Payout } from '../../purchase/delivery/payoutStore.ts';
import type { ComparedRow, ComparedSide } from '../compareSides.ts';
import { type ExternalAccount, type LedgerSide, SURPLUS_PREFIX } from '../externalAccount.ts';
import {
  findUnrecordedPayouts,
  findWalletPayouts,
  findWalletPostings,
  type WalletPayout,
} from './chainExternalAccountStore.ts';

const HOUR_MS = 60 * 60_000;
const GRACE_MS = HOUR_MS / 2;
/** Grace period of a payout that has not ended: its order has separate deadlines. */
const LIVE_MS = 24 * HOUR_MS;
/** Coins that the operator sends to the address are booked when they are final there, or by hand. */
const SURPLUS_MS = 6 * HOUR_MS;
/** Attempts to read without a new block between the first and last request, so that all answers describe one moment. */
const TRIES = 4;

type ChainContext = { readonly database: Database; readonly catalog: Catalog };

/** Returns the ledger's side of a network's paying address. */
export function createChainLedgerSide(network: string): LedgerSide {
  const selectOnNetwork = (sums: ReadonlyMap<string, bigint>) =>
    new Map([...sums].filter(([asset]) => asset.startsWith(`${network}/`)));
  return {
    readBalances: async (database) => selectOnNetwork(await readAccountBalances(database, 'asset:wallet')),
    async readRows(database, since) {
      const postings = await findWalletPostings(database, network, since);
      return postings.map(({ orderNo, asset, units, at }) => ({ id: orderNo, asset, units, at }));
    },
    readBalancesWithoutRows: async (database) =>
      selectOnNetwork(await readBalancesWithoutOrder(database, 'asset:wallet')),
  };
}

/** Returns a network's paying address as an external account. */
export function createChainExternalAccount({ database, catalog }: ChainContext, chain: Chain): ExternalAccount {
  const assets = (): Asset[] =>
    [...catalog.cryptos.values()].filter(({ network }) => network.chain === chain.network).map(({ asset }) => asset);

  return {
    id: `chain:${chain.network}`,
    account: 'asset:wallet',
    graceMs: GRACE_MS,
    async fetchSide(since) {
      for (let tries = 0; tries < TRIES; tries++) {
        const before = await chain.readHoldings(assets());
        if (before.kind !== 'ok') return before;
        const rows = await readPayoutRows(database, chain, since);
        if (rows.kind !== 'ok') return rows;
        const found = await readUnrecordedPaymentRows(database, chain);
        if (found.kind !== 'ok') return found;
        const after = await chain.readHoldings(assets());
        if (after.kind !== 'ok') return after;
        if (before.value.stateId !== after.value.stateId) continue;
        const decimals = new Map(assets().map((asset) => [asset.id, asset.decimals]));
        const balances = [...after.value.units].map(
          ([asset, units]) => [asset, scaleToLedger(units, decimals.get(asset) ?? 0)] as const,
        );
        return ok({ balances: new Map(balances), rows: [...rows.value, ...found.value] } satisfies ComparedSide);
      }
      return { kind: 'unavailable', retryAfterMs: 0, detail: 'the chain advanced during every reading' };
    },
    ledgerSide: createChainLedgerSide(chain.network),
    surplusMs: SURPLUS_MS,
    // An unexplained surplus endangers no payout. Anyone can send coins to the address and must not be able to halt payouts.
    listHaltScopes: ({ asset, rest, rows }) =>
      rest === 0n && rows.every(({ id }) => id.startsWith(SURPLUS_PREFIX)) ? [] : [buildPayoutHaltScope(asset)],
  };
}

function scaleToLedger(units: bigint, decimals: number): bigint {
  return units * powerOfTen(LEDGER_CRYPTO_SCALE - decimals);
}

/**
 * Returns what each payout took from the address: read from the chain for a payout under way, and as stored for one that has
 * ended.
 */
async function readPayoutRows(database: Database, chain: Chain, since: Date): Promise<Outcome<ComparedRow[]>> {
  const rows: ComparedRow[] = [];
  const readTransaction = createTransactionReader(database, chain);
  for (const payout of await findWalletPayouts(database, chain.network, since)) {
    const taken = await findTakenUnits(chain, payout, readTransaction);
    if (taken.kind !== 'ok') return taken;
    const { orderNo: id, at } = payout;
    const isLive = payout.status === 'signed' || payout.status === 'broadcast';
    const grace = isLive ? { graceMs: LIVE_MS } : {};
    rows.push({ id, asset: payout.asset, units: -scaleToLedger(taken.value.units, payout.decimals), at, ...grace });
    rows.push({ id, asset: payout.feeAsset, units: -scaleToLedger(taken.value.fee, payout.feeDecimals), at, ...grace });
  }
  return ok(rows);
}

/**
 * Returns payments of orders that a restored database lacks. They explain the missing coins, so that nothing is halted for
 * them, and are booked when their order continues.
 */
async function readUnrecordedPaymentRows(database: Database, chain: Chain): Promise<Outcome<ComparedRow[]>> {
  const rows: ComparedRow[] = [];
  const fees = new Set<string>();
  for (const {
    orderNo: id,
    asset,
    decimals,
    units,
    at,
    transactionId,
    bytes,
    unsigned,
    cancels,
  } of await findUnrecordedPayouts(database, chain.network)) {
    const view = await chain.getPayout({ transactionId, bytes }, unsigned);
    if (view.kind !== 'ok') return view;
    const { status, networkFee } = view.value;
    const hasLeft = status === 'included' || status === 'reverted';
    if (!hasLeft && !(status === 'pending' && chain.traits.deductedWhen === 'pending')) continue;
    if (status !== 'reverted' && !cancels)
      rows.push({ id, asset, units: -scaleToLedger(units, decimals), at, graceMs: LIVE_MS });
    // Orders of one batch share the transaction, whose fee is entered once.
    if (fees.has(transactionId)) continue;
    fees.add(transactionId);
    const fee = scaleToLedger(networkFee?.units ?? chain.worstFee(unsigned), chain.nativeAsset.decimals);
    rows.push({ id, asset: chain.nativeAsset.id, units: -fee, at, graceMs: LIVE_MS });
  }
  return ok(rows);
}

/** Minor units of the payout's asset, and of the fee's. */
type TakenUnits = { readonly units: bigint; readonly fee: bigint };

const NOTHING_TAKEN: TakenUnits = { units: 0n, fee: 0n };

/** The payouts of a transaction, and the chain's view of each of its forms. */
type TransactionView = { readonly batch: readonly [Payout, ...Payout[]]; readonly views: readonly FormView[] };
type TransactionReader = (batchId: string) => Promise<Outcome<TransactionView>>;

/** Returns a function that reads each transaction once, so that all orders that share it get the same view. */
function createTransactionReader(database: Database, chain: Chain): TransactionReader {
  const transactionViews = new Map<string, Promise<Outcome<TransactionView>>>();
  const readTransaction = async (batchId: string): Promise<Outcome<TransactionView>> => {
    const batch = await listBatchPayouts(database, batchId);
    const [newest, ...others] = await listPayoutForms(database, batchId);
    if (!newest) return ok({ batch, views: [] });
    const views = await fetchFormViews({ database }, { chain, payout: batch[0], variants: [newest, ...others] });
    return views.kind === 'ok' ? ok({ batch, views: views.value }) : views;
  };
  return (batchId) => {
    const pendingView = transactionViews.get(batchId) ?? readTransaction(batchId);
    transactionViews.set(batchId, pendingView);
    return pendingView;
  };
}

const FAILED_STATUSES: ReadonlySet<WalletPayout['status']> = new Set(['reverted', 'abandoned']);

async function findTakenUnits(
  chain: Chain,
  { id, batchId, status, ...had }: WalletPayout,
  readTransaction: TransactionReader,
): Promise<Outcome<TakenUnits>> {
  const { units, feeUnits } = had;
  if (FAILED_STATUSES.has(status)) return ok({ units: 0n, fee: feeUnits ?? 0n });
  if (status === 'confirmed' || status === 'final') return ok({ units, fee: feeUnits ?? 0n });
  const outcome = await readTransaction(batchId);
  if (outcome.kind !== 'ok') return outcome;
  const { batch, views } = outcome.value;
  const payout = batch.find((one) => one.id === id);
  if (!payout || FAILED_STATUSES.has(payout.status)) return ok(NOTHING_TAKEN);
  const taken = computeTransactionUnits(chain, views, units);
  const { units: fee } = computeOrderFeeShare({ payout, batch }, createAmount(chain.nativeAsset, taken.fee));
  return ok({ ...taken, fee });
}

/** Returns the taken units, with the whole fee of the transaction. */
function computeTransactionUnits(chain: Chain, views: readonly FormView[], units: bigint): TakenUnits {
  const mined = views.find(isMined);
  const out =
    mined ??
    (chain.traits.deductedWhen === 'pending' ? views.find(({ view }) => view.status === 'pending') : undefined);
  if (!out) return NOTHING_TAKEN;
  const { variant, view } = out;
  const paid = variant.purpose === 'payment' && view.status !== 'reverted';
  return { units: paid ? units : 0n, fee: view.networkFee?.units ?? chain.worstFee(variant.unsigned) };
}
