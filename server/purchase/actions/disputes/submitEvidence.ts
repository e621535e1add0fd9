import {
  detectEvidenceFileType,
  type EvidenceFileKind,
  findEvidenceFilesFault,
  formatEvidenceInput,
  MAX_EVIDENCE_TEXT_LENGTH,
} from '@slipway/contract/statements/evidence.ts';
import { createAmount, formatAmount } from '@slipway/money/amount.ts';
import { CommandError } from '../../../action/commandError.ts';
import { hashFile } from '../../../action/requests/hashFile.ts';
import { insertRequest, type NewRequest } from '../../../action/requests/requestStore.ts';
import type { Database, Queryable, Transaction } from '../../../platform/database/database.ts';
import { findDispute } from '../../dispute/disputeStore.ts';
import { type AnswerableDispute, findAnswerObstacle } from '../../dispute/evidenceRules.ts';
import {
  type EvidenceFile,
  findAnsweringRequest,
  insertManualEvidence,
  type ManualEvidence,
} from '../../dispute/manualEvidenceStore.ts';
import { findOrderById } from '../../order/orderStore.ts';

/** Evidence as a person submits it. A file's type is not given: it is detected from the bytes. */
export type SubmittedEvidence = {
  readonly text: string;
  readonly files: readonly { readonly kind: EvidenceFileKind; readonly bytes: Uint8Array }[];
};

/** Returns the evidence to store. Throws {@link CommandError} if the text is too long, or no acquirer accepts the files. */
export function parseEvidence({ text, files }: SubmittedEvidence): ManualEvidence {
  if (text.length > MAX_EVIDENCE_TEXT_LENGTH)
    throw new CommandError(`the text is too long: at most ${MAX_EVIDENCE_TEXT_LENGTH} characters`);
  const fault = findEvidenceFilesFault(files);
  if (fault !== undefined) throw new CommandError(fault);
  return {
    text,
    files: files.flatMap(({ kind, bytes }): EvidenceFile[] => {
      const type = detectEvidenceFileType(bytes);
      return type ? [{ kind, type, bytes }] : [];
    }),
  };
}

/** Returns the input that a person signs for the evidence. Throws {@link CommandError} if there is no such dispute. */
export async function buildEvidenceInput(
  database: Queryable,
  disputeId: string,
  evidence: ManualEvidence,
): Promise<Record<string, string>> {
  const { order, dispute } = await requireDispute(database, disputeId);
  return formatEvidenceInput({
    order: order.orderNo,
    amount: `${formatAmount(createAmount(order.pay.asset, dispute.units))} ${order.pay.asset.code}`,
    text: computeHashHex(Buffer.from(evidence.text)),
    files: evidence.files.map(({ kind, bytes }) => ({ kind, sha256: computeHashHex(bytes) })),
  });
}

/** Returns why a dispute cannot be answered now; undefined if it can. */
export async function findEvidenceProblem(
  database: Database,
  dispute: AnswerableDispute & { readonly id: string },
): Promise<string | undefined> {
  const why = findAnswerObstacle(dispute, await database.now());
  if (why !== undefined) return why;
  const underWay = await findAnsweringRequest(database, dispute.id);
  return underWay && `${underWay.who} has already submitted evidence: request ${underWay.id} is being processed.`;
}

/** Throws {@link CommandError} with the text of {@link findEvidenceProblem} if there is one. */
export async function requireAnswerable(database: Database, disputeId: string): Promise<void> {
  const { dispute } = await requireDispute(database, disputeId);
  const why = await findEvidenceProblem(database, dispute);
  if (why !== undefined) throw new CommandError(why);
}

/** Inserts the request with its evidence; returns the request's id. */
export async function insertEvidenceRequest(
  transaction: Transaction,
  request: NewRequest,
  { requestStatement, evidence }: { readonly requestStatement: string; readonly evidence: ManualEvidence },
): Promise<number> {
  const id = await insertRequest(transaction, request, { needsSecondPerson: false, requestStatement });
  await insertManualEvidence(transaction, id, request.subject, evidence);
  return id;
}

async function requireDispute(database: Queryable, disputeId: string) {
  const dispute = await findDispute(database, disputeId);
  const order = dispute && (await findOrderById(database, dispute.orderId));
  if (!dispute || !order) throw new CommandError(`there is no dispute ${disputeId || 'DISPUTE'}`);
  return { dispute, order };
}

function computeHashHex(bytes: Uint8Array): string {
  return hashFile(bytes).toString('hex');
}
