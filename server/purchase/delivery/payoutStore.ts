import { type Amount, amountOf } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import sql, { join } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type {
  Chain,
  ClaimedSoFar,
  Claims,
  LivePayout,
  SignedPayout,
  UnsignedPayout,
} from '../../providers/chain/chainPort.ts';
import type { WaitReason } from '../order/conclusion.ts';

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

/** One signed form of a payout; fee bumps add others, and any of them may be the one that is mined. */
/** What a form is for: a cancellation claims what the payout claims, and leaves everything with us. */
export type FormPurpose = 'payment' | 'cancellation';

export type PayoutVariant = SignedPayout & {
  readonly number: number;
  readonly purpose: FormPurpose;
  readonly unsigned: UnsignedPayout;
  readonly createdAt: Date;
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

/** Newest first. */
export async function payoutVariants(database: Queryable, payoutId: string): Promise<PayoutVariant[]> {
  return database.many<PayoutVariant>(sql`
    select number, purpose, unsigned, transaction_id as "transactionId", bytes, created_at as "createdAt"
    from payout_variants where payout_id = ${payoutId} order by number desc`);
}

/** The signed forms of other payouts whose transactions made what these claims use up. */
export async function formsOf(
  database: Queryable,
  network: string,
  { held }: Claims,
): Promise<readonly Pick<PayoutVariant, 'transactionId' | 'bytes' | 'unsigned'>[]> {
  return database.many(sql`
    select v.unsigned, v.transaction_id as "transactionId", v.bytes
    from payout_variants v join payouts p on p.id = v.payout_id
    where v.transaction_id = any(${held.map((each) => readHeld(each).id)}) and p.network = ${network}`);
}

export async function isOurTransaction(database: Queryable, transactionId: string): Promise<boolean> {
  const found = await database.maybeOne(sql`select 1 from payout_variants where transaction_id = ${transactionId}`);
  return found !== undefined;
}

/** Whether a live payout claims what any of these transactions makes. */
export async function isBuiltOn(
  transaction: Transaction,
  network: string,
  transactionIds: readonly string[],
): Promise<boolean> {
  const found = await transaction.maybeOne(sql`
    select 1 from payout_inputs where network = ${network} and live and txid = any(${[...transactionIds]}) limit 1`);
  return found !== undefined;
}

/** Locks the paying address: no other worker reserves from it until the transaction ends. */
export async function lockTreasury(transaction: Transaction, network: string, fromAddress: string): Promise<void> {
  await transaction.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${network} ${fromAddress}`}, 0))`);
}

/** What of a chain says which payouts leave from where, and what they may take. */
export type Paying = Pick<Chain, 'network' | 'treasuryAddress' | 'worstFee'>;

/** Payouts of the paying address that no block holds for good: any of their signed forms may still be mined. */
async function livePayouts(
  database: Queryable,
  { network, treasuryAddress, worstFee }: Paying,
): Promise<readonly LivePayout[]> {
  const rows = await database.many<{
    nonce: number | null;
    asset: string;
    units: bigint;
    forms: readonly UnsignedPayout[];
  }>(sql`
    select p.nonce, p.asset, p.units,
      (select jsonb_agg(v.unsigned) from payout_variants v where v.payout_id = p.id) as forms
    from payouts p where p.network = ${network} and p.from_address = ${treasuryAddress}
      and p.status in ('signed', 'broadcast', 'confirmed')`);
  return rows.map(({ nonce, asset, units, forms }) => ({
    nonce: nonce ?? undefined,
    asset,
    units,
    worstFee: forms.map(worstFee).reduce((most, fee) => (fee > most ? fee : most), 0n),
  }));
}

/** Read while the treasury is locked: whatever is claimed besides would be refused by the database. */
export async function claimedSoFar(transaction: Transaction, chain: Paying): Promise<ClaimedSoFar> {
  const { network, treasuryAddress: fromAddress } = chain;
  const { nextNonce, waiting } = await transaction.one<{ nextNonce: number; waiting: number }>(sql`
    select
      (select coalesce(max(nonce) + 1, 0) from payouts
        where network = ${network} and from_address = ${fromAddress} and nonce is not null) as "nextNonce",
      (select count(*)::int from payouts
        where network = ${network} and from_address = ${fromAddress} and status in ('signed', 'broadcast')) as waiting`);
  const rows = await transaction.many<{ txid: string; output_index: number }>(
    sql`select txid, output_index from payout_inputs where network = ${network} and live`,
  );
  const live = await livePayouts(transaction, chain);
  const superseded = await transaction.many<{ id: string }>(sql`
    select v.transaction_id as id from payouts p join payout_variants v on v.payout_id = p.id
    where p.network = ${network} and p.from_address = ${fromAddress}
      and p.status in ('signed', 'broadcast', 'confirmed')
      and exists (select 1 from payout_variants n where n.payout_id = p.id and n.number > v.number)`);
  return {
    nextNonce,
    waiting,
    live,
    held: new Set(rows.map(({ txid, output_index }) => `${txid}:${output_index}`)),
    superseded: new Set(superseded.map(({ id }) => id)),
  };
}

/** The two halves of `<id>:<index>`. */
function readHeld(held: string): { readonly id: string; readonly index: number } {
  const [, id, index] = /^(.+):(\d{1,9})$/.exec(held) ?? [];
  if (id === undefined) throw new TypeError(`${held} is not written <id>:<index>`);
  return { id, index: Number(index) };
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

export async function insertVariant(
  transaction: Transaction,
  payoutId: string,
  form: {
    readonly number: number;
    readonly purpose: FormPurpose;
    readonly unsigned: UnsignedPayout;
    readonly signed: SignedPayout;
  },
): Promise<void> {
  const { number, purpose, unsigned, signed } = form;
  await transaction.run(sql`
    insert into payout_variants (payout_id, number, purpose, unsigned, transaction_id, bytes, created_at)
    values (${payoutId}, ${number}, ${purpose}, ${JSON.stringify(unsigned)}, ${signed.transactionId}, ${signed.bytes},
      slipway_now())`);
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
