import { type Amount, createAmount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import sql, { join } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { Chain, Claims, SignedPayout, UnsignedPayout } from '../../providers/chain/chainPort.ts';
import type { WaitReason } from '../order/stepRunner/conclusion.ts';
import { type FormPurpose, insertPayoutForm } from './payoutFormStore.ts';
import { parseHeldOutput } from './treasuryClaimStore.ts';

export type PayoutStatus = 'signed' | 'broadcast' | 'confirmed' | 'final' | 'reverted' | 'abandoned';

export type Payout = {
  readonly id: string;
  /**
   * The payout that carries the signed forms and claims of the transaction: its own id, or that of another order's
   * payout.
   */
  readonly batchId: string;
  readonly orderId: number;
  readonly network: string;
  readonly toAddress: string;
  readonly amount: Amount;
  readonly status: PayoutStatus;
  readonly transactionId: string;
  readonly confirmations: number;
  readonly createdAt: Date;
  /** The chain fee expected at signing; null if it could not be estimated. */
  readonly quotedFee: Amount | null;
  /** Why the fee of a stuck payout is not raised; null if nothing prevents that. */
  readonly waitsFor: WaitReason | null;
};

const COLUMNS = sql`p.id, p.batch_id, p.order_id, p.network, p.to_address, p.units,
  p.asset, p.decimals, p.status, p.transaction_id, p.confirmations, p.created_at,
  p.quoted_fee_units, p.fee_asset, p.fee_decimals,
  (select f.waits_for from payouts f where f.id = p.batch_id) as waits_for`;

type PayoutRow = Omit<Payout, 'amount' | 'quotedFee'> & {
  readonly units: bigint;
  readonly asset: string;
  readonly decimals: number;
  readonly quotedFeeUnits: bigint | null;
  readonly feeAsset: string;
  readonly feeDecimals: number;
};

function parsePayoutRow({
  units,
  asset,
  decimals,
  quotedFeeUnits,
  feeAsset,
  feeDecimals,
  ...plain
}: PayoutRow): Payout {
  const native = { id: feeAsset, code: '', decimals: feeDecimals };
  return {
    ...plain,
    amount: createAmount({ id: asset, code: '', decimals }, units),
    quotedFee: quotedFeeUnits === null ? null : createAmount(native, quotedFeeUnits),
  };
}

/** Returns the order's payout that is on the chain or may still reach it; undefined without one. There is at most one. */
export async function findLivePayout(database: Queryable, orderId: number): Promise<Payout | undefined> {
  const row = await database.maybeOne<PayoutRow>(
    sql`select ${COLUMNS} from payouts p where p.order_id = ${orderId} and p.status not in ('reverted', 'abandoned')`,
  );
  return row && parsePayoutRow(row);
}

/** Returns all payouts of the same transaction, first the one that carries the forms; each has its own status. */
export async function listBatchPayouts(database: Queryable, batchId: string): Promise<readonly [Payout, ...Payout[]]> {
  const rows = await database.many<PayoutRow>(sql`
    select ${COLUMNS} from payouts p where p.batch_id = ${batchId} order by p.id <> p.batch_id, p.order_id`);
  const [first, ...others] = rows.map(parsePayoutRow);
  if (!first) throw new Error(`there is no payout ${batchId}`);
  return [first, ...others];
}

/** Counts recently signed payouts of the address that were in no block at the last check; a batch counts as one. */
export async function countRecentUnminedPayouts(
  database: Queryable,
  { network, treasuryAddress }: Pick<Chain, 'network' | 'treasuryAddress'>,
  withinMs: number,
): Promise<number> {
  const { sent } = await database.one<{ sent: number }>(sql`
    select count(distinct batch_id)::int as sent from payouts
    where network = ${network} and from_address = ${treasuryAddress} and status in ('signed', 'broadcast')
      and confirmations = 0 and created_at > slipway_now() - ${withinMs}::float8 * interval '1 millisecond'`);
  return sent;
}

/** Returns the id of the order whose payout carries the transaction of this order's live payout; undefined without one. */
export async function findFirstBatchOrderId(database: Queryable, orderId: number): Promise<number | undefined> {
  const found = await database.maybeOne<{ orderId: number }>(sql`
    select f.order_id from payouts p join payouts f on f.id = p.batch_id
    where p.order_id = ${orderId} and p.status not in ('reverted', 'abandoned')`);
  return found?.orderId;
}

export type NewPayout = {
  readonly id: string;
  readonly orderId: number;
  readonly network: string;
  readonly fromAddress: string;
  readonly toAddress: string;
  readonly amount: Amount;
  /** The asset of the chain's fee, and the expected fee of this payout if it were sent separately. */
  readonly nativeAsset: Asset;
  readonly quotedFeeUnits: bigint;
};

/**
 * Stores the payouts of one transaction, and its claims under the first payout. Throws and stores nothing if another
 * payout has any of the claims.
 */
export async function insertPayouts(
  transaction: Transaction,
  payouts: readonly [NewPayout, ...NewPayout[]],
  unsigned: UnsignedPayout,
  claims: Claims,
  signed: SignedPayout,
  purpose: FormPurpose = 'payment',
): Promise<void> {
  const [{ id: batchId, network }] = payouts;
  const { transactionId } = signed;
  await Promise.all([
    ...payouts.map((payout) => {
      const nonce = payout.id === batchId ? (claims.nonce ?? null) : null;
      return insertPayout(transaction, payout, { batchId, nonce, transactionId });
    }),
    insertPayoutForm(transaction, batchId, { number: 1, purpose, unsigned, signed }),
    claims.held.length > 0 && insertInputs(transaction, { network, batchId }, claims.held),
  ]);
}

async function insertInputs(
  transaction: Transaction,
  { network, batchId }: Pick<Payout, 'network' | 'batchId'>,
  held: Claims['held'],
): Promise<void> {
  const rows = held.map(parseHeldOutput).map(({ id, index }) => sql`(${network}, ${id}, ${index}, ${batchId})`);
  await transaction.run(sql`insert into payout_inputs (network, txid, output_index, payout_id) values ${join(rows)}`);
}

async function insertPayout(
  transaction: Transaction,
  payout: NewPayout,
  {
    batchId,
    nonce,
    transactionId,
  }: { readonly batchId: string; readonly nonce: number | null; readonly transactionId: string },
): Promise<void> {
  await transaction.run(sql`
    insert into payouts (id, batch_id, order_id, network, asset, decimals, from_address, to_address, units, nonce, status,
      transaction_id, fee_asset, fee_decimals, quoted_fee_units, created_at, updated_at)
    values (${payout.id}, ${batchId}, ${payout.orderId}, ${payout.network}, ${payout.amount.asset.id}, ${payout.amount.asset.decimals},
      ${payout.fromAddress}, ${payout.toAddress}, ${payout.amount.units.toString()}::numeric, ${nonce},
      'signed', ${transactionId}, ${payout.nativeAsset.id}, ${payout.nativeAsset.decimals},
      ${payout.quotedFeeUnits.toString()}::numeric, slipway_now(), slipway_now())`);
}

export async function updatePayoutWaitReason(
  transaction: Transaction,
  batchId: string,
  reason: WaitReason | null,
): Promise<void> {
  await transaction.run(sql`update payouts set waits_for = ${reason} where id = ${batchId}`);
}

/**
 * Stores the chain's state of an order's payout, and releases the claims of its batch when the last payout of the batch ends.
 * The transaction must hold the order's lock.
 */
export async function updatePayout(
  transaction: Transaction,
  id: string,
  update: {
    readonly status: PayoutStatus;
    readonly transactionId: string;
    readonly confirmations: number;
    readonly feeUnits: bigint | null;
  },
): Promise<void> {
  const isOver = update.status === 'abandoned' || update.status === 'reverted' || update.status === 'final';
  await Promise.all([
    // Serializes payouts of one batch that end at the same time: the last one releases the claims.
    transaction.lock(
      sql`select 1 from payouts where id = (select batch_id from payouts where id = ${id}) for no key update`,
    ),
    transaction.run(sql`
      update payouts set status = ${update.status}, transaction_id = ${update.transactionId}, confirmations = ${update.confirmations},
        fee_units = coalesce(${update.feeUnits?.toString() ?? null}::numeric, fee_units), updated_at = slipway_now()
      where id = ${id}`),
    // Once no payout of the batch is live, its claims are either free again or spent permanently.
    isOver &&
      transaction.run(sql`
        update payout_inputs set live = false
        where payout_id = (select batch_id from payouts where id = ${id}) and not exists (
          select 1 from payouts p where p.batch_id = payout_id and p.status in ('signed', 'broadcast', 'confirmed'))`),
  ]);
}
