import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/** Identifies a write: one partner's idempotency key for one call. */
export type WriteName = { readonly partnerId: string; readonly call: string; readonly idempotencyKey: string };

/**
 * Begins a write; waits for a concurrent transaction that has begun the same write. Returns false if the write was
 * already completed.
 */
export async function beginWrite(transaction: Transaction, name: WriteName, requestHash: Buffer): Promise<boolean> {
  const inserted = await transaction.run(sql`
    insert into partner_writes (partner_id, call, idempotency_key, request_hash, created_at)
    values (${name.partnerId}, ${name.call}, ${name.idempotencyKey}, ${requestHash}, slipway_now())
    on conflict do nothing`);
  return inserted === 1;
}

export async function saveAnswer(transaction: Transaction, name: WriteName, sealedAnswer: Buffer): Promise<void> {
  await transaction.run(sql`
    update partner_writes set sealed_answer = ${sealedAnswer}
    where partner_id = ${name.partnerId} and call = ${name.call} and idempotency_key = ${name.idempotencyKey}`);
}

export type CompletedWrite = { readonly requestHash: Buffer; readonly sealedAnswer: Buffer };

export async function findCompletedWrite(transaction: Transaction, name: WriteName): Promise<CompletedWrite> {
  return transaction.one<CompletedWrite>(sql`
    select request_hash, sealed_answer from partner_writes
    where partner_id = ${name.partnerId} and call = ${name.call} and idempotency_key = ${name.idempotencyKey}`);
}
