import { canonicalJson } from '@slipway/contract/statements/canonicalJson.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import type { Log } from '../../platform/log/log.ts';
import { findEvidence } from '../../purchase/dispute/evidenceByHandStore.ts';
import { type ByHandContext, sendByHand } from '../../purchase/dispute/sendByHand.ts';
import { type JudgingContext, judgeRequest, refuseUnsigned } from '../persons/judgeRequest.ts';
import { approvedEvidenceRequests, type OperatorRequest, settleRequest, takeRequest } from '../requestStore.ts';
import { signedInput } from './handInEvidence.ts';

export type EvidenceRequestContext = JudgingContext & ByHandContext & { readonly log: Log };

type Done = { readonly status: 'done' | 'refused'; readonly result: string };

/** Sends what persons have signed for disputes. Apart from other requests, which no upload of megabytes keeps waiting. */
export async function doEvidenceRequests(context: EvidenceRequestContext): Promise<void> {
  for (const request of await approvedEvidenceRequests(context.database)) {
    const { id, action } = request;
    try {
      await doRequest(context, request);
    } catch (error) {
      context.log.error({ error, request: id, action }, "an operator's request failed");
    }
  }
}

async function doRequest(context: EvidenceRequestContext, request: OperatorRequest): Promise<void> {
  const judged = await judgeRequest(context, request);
  if (judged.kind === 'refused') {
    await refuseUnsigned(context, request, judged.reason);
    return;
  }
  if (!(await isAsSigned(context, request)))
    return end(context, request, {
      status: 'refused',
      result: 'what is there is not what was signed: hand it in again',
    });
  const sent = await sendByHand(context, request.id);
  if (sent === 'later') return;
  const result = sent.kind === 'refused' ? sent.why : 'the acquirer has it, for good: the bank decides';
  await end(context, request, { status: sent.kind === 'refused' ? 'refused' : 'done', result });
}

/** Whether words and files are those that the person has signed: the database is believed in nothing. */
async function isAsSigned(
  { database }: EvidenceRequestContext,
  { id, subject, input }: OperatorRequest,
): Promise<boolean> {
  const kept = await findEvidence(database, id);
  if (kept?.disputeId !== subject) return false;
  return canonicalJson(await signedInput(database, subject, kept)) === canonicalJson({ ...input });
}

/** Its end and its line of the history; nothing where another worker has written them. */
async function end({ database }: EvidenceRequestContext, request: OperatorRequest, done: Done): Promise<void> {
  const { id, who, why, approvedBy, action, subject, input } = request;
  await database.transaction(async (transaction) => {
    if (!(await takeRequest(transaction, id))) return;
    await settleRequest(transaction, id, done);
    const after = { ...done, ...input };
    await appendAudit(transaction, {
      who,
      why,
      approvedBy,
      action,
      subject: `dispute ${subject}`,
      before: null,
      after,
    });
  });
}
