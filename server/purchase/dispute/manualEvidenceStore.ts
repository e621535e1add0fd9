import type { EvidenceFileKind, EvidenceFileType } from '@slipway/contract/statements/evidence.ts';
import sql from 'sql-template-tag';
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts';
import { shredDataKeys } from '../../platform/personal/dataKeyStore.ts';
import type { DataKeySubject } from '../../platform/personal/personalKeys.ts';
import { sealedFiles, sealedRows } from '../../platform/personal/sealedRows.ts';
import { statementLifetimesMs } from '../../platform/persons/verifyStatement.ts';
import type { DisputeEvidence } from '../../providers/card/cardPort.ts';

export type EvidenceFile = {
  readonly kind: EvidenceFileKind;
  readonly type: EvidenceFileType;
  readonly bytes: Uint8Array;
};

/** Evidence from a person for the answer to a dispute, in addition to the order's records. */
export type ManualEvidence = { readonly text: string; readonly files: readonly EvidenceFile[] };

/** Stored evidence. `evidence`: the answer as it was composed for the first send; null before. */
export type StoredEvidence = {
  readonly requestId: number;
  readonly disputeId: string;
  readonly text: string;
  readonly evidence: DisputeEvidence | null;
  readonly files: readonly (EvidenceFile & { readonly acquirerFileId: string | null })[];
  readonly submittedAt: Date | null;
};

type Sealed = { readonly text: string; readonly evidence: DisputeEvidence | null };

const rows = sealedRows<Sealed>('manual_evidence');
const contents = sealedFiles('evidence_files');

function buildSubject(requestId: number): DataKeySubject {
  return `evidence:${String(requestId)}`;
}

function buildFileRowId(requestId: number, kind: EvidenceFileKind): string {
  return `${String(requestId)} ${kind}`;
}

/** Stores the evidence, in the transaction of its request. */
export async function insertManualEvidence(
  transaction: Transaction,
  requestId: number,
  disputeId: string,
  { text, files }: ManualEvidence,
): Promise<void> {
  const subject = buildSubject(requestId);
  const sealed = await rows.seal(transaction, String(requestId), subject, { text, evidence: null });
  await transaction.run(sql`
    insert into manual_evidence (request_id, dispute_id, sealed, try_at)
    values (${requestId}, ${disputeId}, ${sealed}, slipway_now())`);
  for (const { kind, type, bytes } of files) {
    const content = await contents.seal(transaction, buildFileRowId(requestId, kind), subject, Buffer.from(bytes));
    await transaction.run(sql`
      insert into evidence_files (request_id, kind, type, sealed) values (${requestId}, ${kind}, ${type}, ${content})`);
  }
}

/**
 * Returns the evidence; undefined if it was deleted. Throws if it cannot be decrypted. Leaves out an answer that no worker
 * composed: the console's role inserts the row, and people sign only the text and the files.
 */
export async function findManualEvidence(database: Queryable, requestId: number): Promise<StoredEvidence | undefined> {
  const found = await database.maybeOne<{ disputeId: string; sealed: Buffer; submittedAt: Date | null }>(sql`
    select dispute_id, sealed, submitted_at from manual_evidence
    where request_id = ${requestId}`);
  if (!found) return undefined;
  const kept = await database.many<Omit<StoredEvidence['files'][number], 'bytes'> & { readonly sealed: Buffer }>(sql`
    select kind, type, sealed, acquirer_file_id from evidence_files
    where request_id = ${requestId} order by kind`);
  const { sealed, ...plain } = found;
  const row = String(requestId);
  const { text, evidence } = await rows.open(database, { row, sealed });
  const opened = await contents.openAll(
    database,
    kept.map((file) => ({ row: buildFileRowId(requestId, file.kind), sealed: file.sealed })),
  );
  const files = kept.map(({ sealed: _sealed, ...file }, at) => ({ ...file, bytes: opened[at] ?? Buffer.alloc(0) }));
  return { requestId, ...plain, text, evidence: plain.submittedAt === null ? null : evidence, files };
}

/** Leases the evidence to this worker for at most this long. Returns false if another worker has it, or it is not due. */
export async function leaseEvidence(database: Queryable, requestId: number, seconds: number): Promise<boolean> {
  const leased = await database.run(sql`
    update manual_evidence set try_at = slipway_now() + ${seconds}::integer * interval '1 second'
    where request_id = ${requestId} and try_at <= slipway_now()`);
  return leased > 0;
}

/** Postpones the next try by this time. */
export async function postponeEvidence(database: Queryable, requestId: number, seconds: number): Promise<void> {
  await database.run(sql`
    update manual_evidence set try_at = slipway_now() + ${seconds}::integer * interval '1 second'
    where request_id = ${requestId}`);
}

export async function saveAcquirerFileId(
  database: Queryable,
  requestId: number,
  kind: EvidenceFileKind,
  fileId: string,
): Promise<void> {
  await database.run(sql`
    update evidence_files set acquirer_file_id = ${fileId} where request_id = ${requestId} and kind = ${kind}`);
}

/** Stores the answer before it is first sent to the acquirer: every later try sends the same answer. */
export async function saveSubmittedEvidence(
  database: Queryable,
  { requestId, text }: Pick<StoredEvidence, 'requestId' | 'text'>,
  evidence: DisputeEvidence,
): Promise<void> {
  const sealed = await rows.seal(database, String(requestId), buildSubject(requestId), { text, evidence });
  await database.run(sql`
    update manual_evidence set sealed = ${sealed}, submitted_at = slipway_now() where request_id = ${requestId}`);
}

/** Returns the oldest approved request that answers a dispute, and its author; undefined if there is none. */
export async function findAnsweringRequest(
  database: Queryable,
  disputeId: string,
): Promise<{ readonly id: number; readonly who: string } | undefined> {
  return database.maybeOne(sql`
    select r.id, r.who from operator_requests r join manual_evidence e on e.request_id = r.id
    where e.dispute_id = ${disputeId} and r.status = 'approved' order by r.id limit 1`);
}

const DECIDED_DAYS = 90;

/**
 * Deletes texts and files, which contain personal data: once their request is refused or too old, and {@link DECIDED_DAYS}
 * days after the bank's decision, since they may be needed until then.
 */
export async function deleteOldEvidence(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    const forgotten = await transaction.many<{ id: number }>(sql`
      delete from manual_evidence e using operator_requests r, disputes d
      where r.id = e.request_id and d.id = e.dispute_id and (
        r.status in ('refused', 'rejected')
        or (r.status <> 'done' and r.created_at < slipway_now() - ${(statementLifetimesMs.answered + statementLifetimesMs.done) / 1000} * interval '1 second')
        or (d.status in ('won', 'lost') and d.updated_at < slipway_now() - ${DECIDED_DAYS} * interval '1 day'))
      returning e.request_id as id`);
    const subjects = forgotten.map(({ id }) => buildSubject(id));
    if (subjects.length > 0) await shredDataKeys(transaction, subjects);
  });
}
