import {
  type EvidenceFileKind,
  evidenceFileType,
  faultOfFiles,
  inputOfEvidence,
  LONGEST_EVIDENCE_WORDS,
} from '@slipway/contract/statements/evidence.ts';
import { amountOf, formatAmount } from '@slipway/money/amount.ts';
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts';
import { findDispute } from '../../purchase/dispute/disputeStore.ts';
import {
  type EvidenceFile,
  type HandedIn,
  insertEvidence,
  requestUnderWay,
} from '../../purchase/dispute/evidenceByHandStore.ts';
import { type Answered, whyNotAnswerable } from '../../purchase/dispute/evidenceRules.ts';
import { findOrderById } from '../../purchase/order/orderStore.ts';
import { CommandError } from '../commandError.ts';
import { hashOfFile } from '../hashOfFile.ts';
import { insertRequest, type NewRequest } from '../requestStore.ts';

/** As a person gives it: a file is what its bytes say. */
export type GivenEvidence = {
  readonly words: string;
  readonly files: readonly { readonly kind: EvidenceFileKind; readonly bytes: Uint8Array }[];
};

/** What can be kept. Throws {@link CommandError} for what no acquirer takes, by name. */
export function readEvidence({ words, files }: GivenEvidence): HandedIn {
  if (words.length > LONGEST_EVIDENCE_WORDS)
    throw new CommandError(`too many words: at most ${LONGEST_EVIDENCE_WORDS} characters`);
  const fault = faultOfFiles(files);
  if (fault !== undefined) throw new CommandError(fault);
  return {
    words,
    files: files.flatMap(({ kind, bytes }): EvidenceFile[] => {
      const type = evidenceFileType(bytes);
      return type ? [{ kind, type, bytes }] : [];
    }),
  };
}

/** What is signed for it. Throws {@link CommandError} where there is no such dispute. */
export async function signedInput(
  database: Queryable,
  disputeId: string,
  handed: HandedIn,
): Promise<Record<string, string>> {
  const { order, dispute } = await requireDispute(database, disputeId);
  return inputOfEvidence({
    order: order.orderNo,
    amount: `${formatAmount(amountOf(order.pay.asset, dispute.units))} ${order.pay.asset.code}`,
    words: hexOf(Buffer.from(handed.words)),
    files: handed.files.map(({ kind, bytes }) => ({ kind, sha256: hexOf(bytes) })),
  });
}

/** Why a person cannot answer a dispute at this moment; undefined where they can. Of who offers it and who takes it. */
export async function whyNotNow(
  database: Database,
  dispute: Answered & { readonly id: string },
): Promise<string | undefined> {
  const why = whyNotAnswerable(dispute, await database.now());
  if (why !== undefined) return why;
  const underWay = await requestUnderWay(database, dispute.id);
  return underWay && `${underWay.who} has sent one already: request ${underWay.id} is on its way.`;
}

/** Throws {@link CommandError} with {@link whyNotNow}. */
export async function requireAnswerable(database: Database, disputeId: string): Promise<void> {
  const { dispute } = await requireDispute(database, disputeId);
  const why = await whyNotNow(database, dispute);
  if (why !== undefined) throw new CommandError(why);
}

/** Keeps the request with what it sends, in one transaction. */
export async function insertEvidenceRequest(
  transaction: Transaction,
  request: NewRequest,
  { askedWith, handed }: { readonly askedWith: string; readonly handed: HandedIn },
): Promise<number> {
  const id = await insertRequest(transaction, request, { needsSecondPerson: false, askedWith });
  await insertEvidence(transaction, id, request.subject, handed);
  return id;
}

async function requireDispute(database: Queryable, disputeId: string) {
  const dispute = await findDispute(database, disputeId);
  const order = dispute && (await findOrderById(database, dispute.orderId));
  if (!dispute || !order) throw new CommandError(`there is no dispute ${disputeId || 'DISPUTE'}`);
  return { dispute, order };
}

function hexOf(bytes: Uint8Array): string {
  return hashOfFile(bytes).toString('hex');
}
