import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { FormTable } from './formRecord.ts';
import { type ChainLink, EMPTY_CHAIN_HEAD } from './rowChain.ts';
import type { RecordedForm } from './signedForms.ts';

const BATCH = 1_000;

/** Returns the table of signed forms, to which the signer's role can only append. */
export function createFormTable(database: Queryable): FormTable {
  return {
    after: (number) => readRecordedForms(database, number),
    insert: (form) => insertForm(database, form),
    newest: async () =>
      (await database.maybeOne<ChainLink>(sql`
        select number, mac from signed_forms order by number desc limit 1`)) ?? EMPTY_CHAIN_HEAD,
  };
}

/** Yields all forms above a number in batches, the oldest first. */
export async function* readRecordedForms(database: Queryable, number = 0): AsyncGenerator<readonly RecordedForm[]> {
  for (let after = number; ; ) {
    const forms = await database.many<RecordedForm>(sql`
      select number, network, purpose, payer, order_nos, payments, claims, inputs, proofs,
        euro_cents, asset, units,
        unsigned, transaction_id, bytes, signed_at, mac
      from signed_forms where number > ${after} order by number limit ${BATCH}`);
    const last = forms.at(-1);
    if (!last) return;
    yield forms;
    after = last.number;
  }
}

/** Returns the stored form of that number. */
export async function readRecordedForm(database: Queryable, number: number): Promise<RecordedForm> {
  return database.one<RecordedForm>(sql`
    select number, network, purpose, payer, order_nos, payments, claims, inputs, proofs,
        euro_cents, asset, units,
      unsigned, transaction_id, bytes, signed_at, mac
    from signed_forms where number = ${number}`);
}

/** Inserts a form unless its number is taken or the form before it is missing. */
async function insertForm(database: Queryable, form: RecordedForm): Promise<boolean> {
  const inserted = await database.run(sql`
    insert into signed_forms (number, network, purpose, payer, order_nos, payments, claims, inputs, proofs, euro_cents, asset,
      units, unsigned, transaction_id, bytes, signed_at, mac)
    select ${form.number}::bigint, ${form.network}, ${form.purpose}, ${form.payer}, ${[...form.orderNos]}::text[],
      ${JSON.stringify(form.payments)}::jsonb, ${[...form.claims]}::text[], ${JSON.stringify(form.inputs)}::jsonb, ${[...form.proofs]}::text[],
      ${form.euroCents.toString()}::numeric, ${form.asset}, ${form.units.toString()}::numeric,
      ${JSON.stringify(form.unsigned)}::jsonb, ${form.transactionId}, ${form.bytes}, ${form.signedAt}::timestamptz,
      ${form.mac}::bytea
    where ${form.number}::bigint = 1 or exists (select 1 from signed_forms where number = ${form.number}::bigint - 1)
    on conflict (number) do nothing`);
  return inserted === 1;
}
