import { type Amount, amountOf } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import sql, { join } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { Claims, SignedPayout, UnsignedPayout } from '../../providers/chain/chainPort.ts';
import type { WaitReason } from '../order/conclusion.ts';
import { insertVariant } from './payoutVariantStore.ts';
import { readHeld } from './treasuryClaimStore.ts';

export type PayoutStatus = 'signed' | 'broadcast' | 'confirmed' | 'final' | 'reverted' | 'abandoned';

export type Payout = {
  readonly id: string;
  readonly orderId: number;
  readonly network: string;
  readonly toAddress: string;
  readonly amount: Amount;
  readonly status: PayoutStatus;
  readonly transactionId: string;
  readonly confirmations: number;
  readonly createdAt: Date;
  /** What the chain was expected to take when it was signed; null when it could not be estimated. */
  readonly quotedFee: Amount | null;
  /** Why its fee is not raised though it is stuck; null while nothing keeps it. */
  readonly waitsFor: WaitReason | null;
};

const COLUMNS = sql`id, order_id as "orderId", network, to_address as "toAddress", units, asset, decimals, status,
  transaction_id as "transactionId", confirmations, created_at as "createdAt", quoted_fee_units as "quotedFeeUnits",
  fee_asset as "feeAsset", fee_decimals as "feeDecimals", waits_for as "waitsFor"`;

type PayoutRow = Omit<Payout, 'amount' | 'quotedFee'> & {
  readonly units: bigint;
  readonly asset: string;
  readonly decimals: number;
  readonly quotedFeeUnits: bigint | null;
  readonly feeAsset: string;
  readonly feeDecimals: number;
};

function payoutOf({ units, asset, decimals, quotedFeeUnits, feeAsset, feeDecimals, ...plain }: PayoutRow): Payout {
  const native = { id: feeAsset, code: '', decimals: feeDecimals };
  return {
    ...plain,
    amount: amountOf({ id: asset, code: '', decimals }, units),
    quotedFee: quotedFeeUnits === null ? null : amountOf(native, quotedFeeUnits),
  };
}

/** The payout that may still reach the chain, or has. One at most. */
export async function livePayout(database: Queryable, orderId: number): Promise<Payout | undefined> {
  const row = await database.maybeOne<PayoutRow>(
    sql`select ${COLUMNS} from payouts where order_id = ${orderId} and status not in ('reverted', 'abandoned')`,
  );
  return row && payoutOf(row);
}

/** Stores a payout with what it claims. Throws when another payout has claimed any of it: then nothing is stored. */
export async function insertPayout(
  transaction: Transaction,
  payout: {
    readonly id: string;
    readonly orderId: number;
    readonly network: string;
    readonly fromAddress: string;
    readonly toAddress: string;
    readonly amount: Amount;
    /** In which the chain takes its fee, and what it was expected to take. */
    readonly nativeAsset: Asset;
    readonly quotedFeeUnits: bigint;
  },
  unsigned: UnsignedPayout,
  claims: Claims,
  signed: SignedPayout,
): Promise<void> {
  await transaction.run(sql`
    insert into payouts (id, order_id, network, asset, decimals, from_address, to_address, units, nonce, status,
      transaction_id, fee_asset, fee_decimals, quoted_fee_units, created_at, updated_at)
    values (${payout.id}, ${payout.orderId}, ${payout.network}, ${payout.amount.asset.id}, ${payout.amount.asset.decimals},
      ${payout.fromAddress}, ${payout.toAddress}, ${payout.amount.units.toString()}::numeric, ${claims.nonce ?? null},
      'signed', ${signed.transactionId}, ${payout.nativeAsset.id}, ${payout.nativeAsset.decimals},
      ${payout.quotedFeeUnits.toString()}::numeric, slipway_now(), slipway_now())`);
  await insertVariant(transaction, payout.id, { number: 1, purpose: 'payment', unsigned, signed });
  if (claims.held.length > 0) {
    const rows = claims.held
      .map(readHeld)
      .map(({ id, index }) => sql`(${payout.network}, ${id}, ${index}, ${payout.id})`);
    await transaction.run(sql`insert into payout_inputs (network, txid, output_index, payout_id) values ${join(rows)}`);
  }
}

export async function writeWaitsFor(
  transaction: Transaction,
  payoutId: string,
  reason: WaitReason | null,
): Promise<void> {
  await transaction.run(sql`update payouts set waits_for = ${reason} where id = ${payoutId}`);
}

export async function updatePayout(
  database: Queryable,
  id: string,
  news: {
    readonly status: PayoutStatus;
    readonly transactionId: string;
    readonly confirmations: number;
    readonly feeUnits: bigint | null;
  },
): Promise<void> {
  await database.run(sql`
    update payouts set status = ${news.status}, transaction_id = ${news.transactionId}, confirmations = ${news.confirmations},
      fee_units = coalesce(${news.feeUnits?.toString() ?? null}::numeric, fee_units), updated_at = slipway_now()
    where id = ${id}`);
  // Free again, or spent for good.
  if (news.status === 'abandoned' || news.status === 'reverted' || news.status === 'final') {
    await database.run(sql`update payout_inputs set live = false where payout_id = ${id}`);
  }
}
