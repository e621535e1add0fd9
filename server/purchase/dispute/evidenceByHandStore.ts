import type { EvidenceFileKind, EvidenceFileType } from '@slipway/contract/statements/evidence.ts';
import sql from 'sql-template-tag';
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts';
import { shredDataKeys } from '../../platform/personal/dataKeyStore.ts';
import type { Subject } from '../../platform/personal/personalKeys.ts';
import { sealedFiles, sealedRows } from '../../platform/personal/sealedRows.ts';
import { lifetimesMs } from '../../platform/persons/judgeStatement.ts';
import type { DisputeEvidence } from '../../providers/card/cardPort.ts';

export type EvidenceFile = {
  readonly kind: EvidenceFileKind;
  readonly type: EvidenceFileType;
  readonly bytes: Uint8Array;
};

/** What a person has handed in for the answer to a dispute, beside what our records say. */
export type HandedIn = { readonly words: string; readonly files: readonly EvidenceFile[] };

/** As it is kept. `evidence`: what was made of it when it was first sent. */
export type KeptEvidence = {
  readonly requestId: number;
  readonly disputeId: string;
  readonly words: string;
  readonly evidence: DisputeEvidence | null;
  readonly files: readonly (EvidenceFile & { readonly acquirerFileId: string | null })[];
  readonly submittedAt: Date | null;
};

type Sealed = { readonly words: string; readonly evidence: DisputeEvidence | null };

const rows = sealedRows<Sealed>('evidence_by_hand');
const contents = sealedFiles('evidence_files');

function subjectOf(requestId: number): Subject {
  return `evidence:${String(requestId)}`;
}

function fileRow(requestId: number, kind: EvidenceFileKind): string {
  return `${String(requestId)} ${kind}`;
}

/** Keeps what is handed in, in the transaction of its request. */
export async function insertEvidence(
  transaction: Transaction,
  requestId: number,
  disputeId: string,
  { words, files }: HandedIn,
): Promise<void> {
  const subject = subjectOf(requestId);
  const sealed = await rows.seal(transaction, String(requestId), subject, { words, evidence: null });
  await transaction.run(sql`
    insert into evidence_by_hand (request_id, dispute_id, sealed, try_at)
    values (${requestId}, ${disputeId}, ${sealed}, slipway_now())`);
  for (const { kind, type, bytes } of files) {
    const content = await contents.seal(transaction, fileRow(requestId, kind), subject, Buffer.from(bytes));
    await transaction.run(sql`
      insert into evidence_files (request_id, kind, type, sealed) values (${requestId}, ${kind}, ${type}, ${content})`);
  }
}

/** Undefined where it is there no more. Throws for one that cannot be opened. */
export async function findEvidence(database: Queryable, requestId: number): Promise<KeptEvidence | undefined> {
  const found = await database.maybeOne<{ disputeId: string; sealed: Buffer; submittedAt: Date | null }>(sql`
    select dispute_id as "disputeId", sealed, submitted_at as "submittedAt" from evidence_by_hand
    where request_id = ${requestId}`);
  if (!found) return undefined;
  const kept = await database.many<Omit<KeptEvidence['files'][number], 'bytes'> & { readonly sealed: Buffer }>(sql`
    select kind, type, sealed, acquirer_file_id as "acquirerFileId" from evidence_files
    where request_id = ${requestId} order by kind`);
  const { sealed, ...plain } = found;
  const row = String(requestId);
  const said = await rows.open(database, { row, sealed });
  const opened = await contents.openAll(
    database,
    kept.map((file) => ({ row: fileRow(requestId, file.kind), sealed: file.sealed })),
  );
  const files = kept.map(({ sealed: _sealed, ...file }, at) => ({ ...file, bytes: opened[at] ?? Buffer.alloc(0) }));
  return { requestId, ...plain, ...said, files };
}

/** One worker tries at a time, for so long at most. False where it is another's, or not time yet. */
export async function leaseEvidence(database: Queryable, requestId: number, seconds: number): Promise<boolean> {
  const leased = await database.run(sql`
    update evidence_by_hand set try_at = slipway_now() + ${seconds}::integer * interval '1 second'
    where request_id = ${requestId} and try_at <= slipway_now()`);
  return leased > 0;
}

/** Whoever has it has done for now. */
export async function pauseEvidence(database: Queryable, requestId: number, seconds: number): Promise<void> {
  await database.run(sql`
    update evidence_by_hand set try_at = slipway_now() + ${seconds}::integer * interval '1 second'
    where request_id = ${requestId}`);
}

export async function setAcquirerFile(
  database: Queryable,
  requestId: number,
  kind: EvidenceFileKind,
  fileId: string,
): Promise<void> {
  await database.run(sql`
    update evidence_files set acquirer_file_id = ${fileId} where request_id = ${requestId} and kind = ${kind}`);
}

/** What is about to be handed to the acquirer: from now on just this, however often it is tried. */
export async function setSubmitted(
  database: Queryable,
  { requestId, words }: Pick<KeptEvidence, 'requestId' | 'words'>,
  evidence: DisputeEvidence,
): Promise<void> {
  const sealed = await rows.seal(database, String(requestId), subjectOf(requestId), { words, evidence });
  await database.run(sql`
    update evidence_by_hand set sealed = ${sealed}, submitted_at = slipway_now() where request_id = ${requestId}`);
}

/** What a dispute is known by to who hands something in for it, and whose it is. */
export async function requestUnderWay(
  database: Queryable,
  disputeId: string,
): Promise<{ readonly id: number; readonly who: string } | undefined> {
  return database.maybeOne(sql`
    select r.id, r.who from operator_requests r join evidence_by_hand e on e.request_id = r.id
    where e.dispute_id = ${disputeId} and r.status = 'approved' order by r.id limit 1`);
}

const DECIDED_DAYS = 90;

/**
 * Words and files name persons. They go with a request that was refused or can be done no more, and of an answer that was
 * sent {@link DECIDED_DAYS} days after the bank has decided: until then it may be asked what was said.
 */
export async function forgetOldEvidence(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    const forgotten = await transaction.many<{ id: number }>(sql`
      delete from evidence_by_hand e using operator_requests r, disputes d
      where r.id = e.request_id and d.id = e.dispute_id and (
        r.status in ('refused', 'rejected')
        or (r.status <> 'done' and r.created_at < slipway_now() - ${(lifetimesMs.answered + lifetimesMs.done) / 1000} * interval '1 second')
        or (d.status in ('won', 'lost') and d.updated_at < slipway_now() - ${DECIDED_DAYS} * interval '1 day'))
      returning e.request_id as id`);
    const subjects = forgotten.map(({ id }) => subjectOf(id));
    if (subjects.length > 0) await shredDataKeys(transaction, subjects);
  });
}
