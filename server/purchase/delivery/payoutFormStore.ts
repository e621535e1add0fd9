import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { Claims, SignedPayout, UnsignedPayout } from '../../providers/chain/chainPort.ts';
import { parseHeldOutput } from './treasuryClaimStore.ts';

/** The purpose of a form. A cancellation has the payout's claims and returns everything to the treasury. */
export type FormPurpose = 'payment' | 'cancellation';

/** One signed form of a payout or batch. Fee bumps add more, and any of them may be mined. */
export type PayoutForm = SignedPayout & {
  readonly number: number;
  readonly purpose: FormPurpose;
  readonly unsigned: UnsignedPayout;
  readonly createdAt: Date;
};

/** Returns the forms, newest first; those of a batch are stored under its first payout. */
export async function listPayoutForms(database: Queryable, batchId: string): Promise<PayoutForm[]> {
  return database.many<PayoutForm>(sql`
    select number, purpose, unsigned, transaction_id, bytes, created_at
    from payout_variants where payout_id = ${batchId} order by number desc`);
}

/** Returns the signed forms of other payouts whose outputs these claims spend. */
export async function listParentForms(
  database: Queryable,
  network: string,
  { held }: Claims,
): Promise<readonly Pick<PayoutForm, 'transactionId' | 'bytes' | 'unsigned'>[]> {
  return database.many(sql`
    select v.unsigned, v.transaction_id, v.bytes
    from payout_variants v join payouts p on p.id = v.payout_id
    where v.transaction_id = any(${held.map((each) => parseHeldOutput(each).id)}) and p.network = ${network}`);
}

/** Returns the transactions that cancelled earlier payouts of these orders. */
export async function listCancellationIds(
  database: Queryable,
  orderIds: readonly number[],
): Promise<ReadonlySet<string>> {
  const rows = await database.many<{ id: string }>(sql`
    select v.transaction_id as id from payouts p join payout_variants v on v.payout_id = p.batch_id
    where p.order_id = any(${[...orderIds]}::bigint[]) and v.purpose = 'cancellation'`);
  return new Set(rows.map(({ id }) => id));
}

export async function isOurTransaction(database: Queryable, transactionId: string): Promise<boolean> {
  const found = await database.maybeOne(sql`select 1 from payout_variants where transaction_id = ${transactionId}`);
  return found !== undefined;
}

/** Returns whether a form was already signed for an operator's request: then none is signed again. */
export async function hasFormForRequest(database: Queryable, requestId: number): Promise<boolean> {
  const found = await database.maybeOne(sql`select 1 from payout_variants where request_id = ${requestId}`);
  return found !== undefined;
}

export async function insertPayoutForm(
  transaction: Transaction,
  batchId: string,
  form: {
    readonly number: number;
    readonly purpose: FormPurpose;
    readonly unsigned: UnsignedPayout;
    readonly signed: SignedPayout;
    /** The operator's request for this form. */
    readonly requestId?: number | undefined;
  },
): Promise<void> {
  const { number, purpose, unsigned, signed, requestId = null } = form;
  await transaction.run(sql`
    insert into payout_variants (payout_id, number, purpose, unsigned, transaction_id, bytes, created_at, request_id)
    values (${batchId}, ${number}, ${purpose}, ${JSON.stringify(unsigned)}, ${signed.transactionId}, ${signed.bytes},
      slipway_now(), ${requestId})`);
}
