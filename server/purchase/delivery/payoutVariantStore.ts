import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { Claims, SignedPayout, UnsignedPayout } from '../../providers/chain/chainPort.ts';
import { readHeld } from './treasuryClaimStore.ts';

/** What a form is for: a cancellation claims what the payout claims, and leaves everything with us. */
export type FormPurpose = 'payment' | 'cancellation';

/**
 * One signed form of a payout, or of a batch of them. Fee bumps add others, and any of them may be the one that is mined.
 */
export type PayoutVariant = SignedPayout & {
  readonly number: number;
  readonly purpose: FormPurpose;
  readonly unsigned: UnsignedPayout;
  readonly createdAt: Date;
};

/** Newest first; the forms of a batch are under its first payout. */
export async function payoutVariants(database: Queryable, batchId: string): Promise<PayoutVariant[]> {
  return database.many<PayoutVariant>(sql`
    select number, purpose, unsigned, transaction_id as "transactionId", bytes, created_at as "createdAt"
    from payout_variants where payout_id = ${batchId} order by number desc`);
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

/** Transactions that took back earlier payouts of these orders. */
export async function cancellationsOf(database: Queryable, orderIds: readonly number[]): Promise<ReadonlySet<string>> {
  const rows = await database.many<{ id: string }>(sql`
    select v.transaction_id as id from payouts p join payout_variants v on v.payout_id = p.batch_id
    where p.order_id = any(${[...orderIds]}::bigint[]) and v.purpose = 'cancellation'`);
  return new Set(rows.map(({ id }) => id));
}

export async function isOurTransaction(database: Queryable, transactionId: string): Promise<boolean> {
  const found = await database.maybeOne(sql`select 1 from payout_variants where transaction_id = ${transactionId}`);
  return found !== undefined;
}

/** Whether an operator's request has had a form signed: then it is not signed for again. */
export async function wasSignedFor(database: Queryable, requestId: number): Promise<boolean> {
  const found = await database.maybeOne(sql`select 1 from payout_variants where request_id = ${requestId}`);
  return found !== undefined;
}

export async function insertVariant(
  transaction: Transaction,
  batchId: string,
  form: {
    readonly number: number;
    readonly purpose: FormPurpose;
    readonly unsigned: UnsignedPayout;
    readonly signed: SignedPayout;
    /** The operator's that asked for it. */
    readonly requestId?: number | undefined;
  },
): Promise<void> {
  const { number, purpose, unsigned, signed, requestId = null } = form;
  await transaction.run(sql`
    insert into payout_variants (payout_id, number, purpose, unsigned, transaction_id, bytes, created_at, request_id)
    values (${batchId}, ${number}, ${purpose}, ${JSON.stringify(unsigned)}, ${signed.transactionId}, ${signed.bytes},
      slipway_now(), ${requestId})`);
}
