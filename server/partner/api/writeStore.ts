import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/** What names a write: one partner's key of idempotency for one call. */
export type WriteName = { readonly partnerId: string; readonly call: string; readonly idempotencyKey: string };

/** Claims a write that nobody has begun; whoever begins it meanwhile is waited for. False: it was done before. */
export async function claimWrite(transaction: Transaction, name: WriteName, requestHash: Buffer): Promise<boolean> {
  const inserted = await transaction.run(sql`
    insert into partner_writes (partner_id, call, idempotency_key, request_hash, created_at)
    values (${name.partnerId}, ${name.call}, ${name.idempotencyKey}, ${requestHash}, slipway_now())
    on conflict do nothing`);
  return inserted === 1;
}

export async function keepAnswer(transaction: Transaction, name: WriteName, sealedAnswer: Buffer): Promise<void> {
  await transaction.run(sql`
    update partner_writes set sealed_answer = ${sealedAnswer}
    where partner_id = ${name.partnerId} and call = ${name.call} and idempotency_key = ${name.idempotencyKey}`);
}

export type DoneWrite = { readonly requestHash: Buffer; readonly sealedAnswer: Buffer };

export async function findDoneWrite(transaction: Transaction, name: WriteName): Promise<DoneWrite> {
  return transaction.one<DoneWrite>(sql`
    select request_hash as "requestHash", sealed_answer as "sealedAnswer" from partner_writes
    where partner_id = ${name.partnerId} and call = ${name.call} and idempotency_key = ${name.idempotencyKey}`);
}
