import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { UnsignedPayout } from '../providers/chain/chainPort.ts';
import type { FormTable } from './formRecord.ts';
import type { RecordedForm } from './signedForms.ts';

const BATCH = 1_000;

/** The table in the database, of which the signer's role may write nothing else. */
export function formTable(database: Queryable): FormTable {
  return { all: () => recordedForms(database), insert: (form) => insertForm(database, form) };
}

/** All forms, the oldest first, some at a time. */
export async function* recordedForms(database: Queryable): AsyncGenerator<readonly RecordedForm[]> {
  for (let after = 0; ; ) {
    const forms = await database.many<RecordedForm>(sql`
      select number, network, purpose, order_nos as "orderNos", claims, proofs, euro_cents as "euroCents", asset, units,
        unsigned, transaction_id as "transactionId", bytes, signed_at as "signedAt", mac
      from signed_forms where number > ${after} order by number limit ${BATCH}`);
    const last = forms.at(-1);
    if (!last) return;
    yield forms;
    after = last.number;
  }
}

/** The form of that number as it was kept. */
export async function formOf(database: Queryable, number: number): Promise<RecordedForm> {
  return database.one<RecordedForm>(sql`
    select number, network, purpose, order_nos as "orderNos", claims, proofs, euro_cents as "euroCents", asset, units,
      unsigned, transaction_id as "transactionId", bytes, signed_at as "signedAt", mac
    from signed_forms where number = ${number}`);
}

/** Throws where another signer was first. */
async function insertForm(database: Queryable, form: RecordedForm): Promise<void> {
  await database.run(sql`
    insert into signed_forms (number, network, purpose, order_nos, claims, proofs, euro_cents, asset, units, unsigned,
      transaction_id, bytes, signed_at, mac)
    values (${form.number}, ${form.network}, ${form.purpose}, ${[...form.orderNos]}, ${[...form.claims]}, ${[...form.proofs]},
      ${form.euroCents.toString()}::numeric, ${form.asset}, ${form.units.toString()}::numeric,
      ${JSON.stringify(form.unsigned)}, ${form.transactionId}, ${form.bytes}, ${form.signedAt}, ${form.mac})`);
}

/** A form of a payout as the worker's tables have it. */
type FormerForm = {
  readonly network: string;
  readonly purpose: 'payment' | 'cancellation';
  readonly orderNos: string[];
  /** By whose money each order was paid, as its rows say. */
  readonly proofs: string[];
  readonly asset: string;
  readonly unsigned: UnsignedPayout;
  readonly transactionId: string;
  readonly bytes: string;
  readonly signedAt: Date;
};

/** All that was signed before there was a signer, the oldest first. */
export async function formerForms(database: Queryable): Promise<readonly FormerForm[]> {
  return database.many<FormerForm>(sql`
    select f.network, v.purpose, f.asset, v.unsigned, v.transaction_id as "transactionId", v.bytes, v.created_at as "signedAt",
      paid.*
    from payout_variants v join payouts f on f.id = v.payout_id
    cross join lateral (
      select array_agg(o.order_no order by o.order_no) as "orderNos",
        array_agg(coalesce('bank ' || o.transfer_reference, 'card ' || a.payment_id, '') order by o.order_no) as proofs
      from payouts p join orders o on o.id = p.order_id left join payment_attempts a on a.id = o.current_attempt_id
      where p.batch_id = f.id) paid
    order by v.created_at, v.payout_id, v.number`);
}
