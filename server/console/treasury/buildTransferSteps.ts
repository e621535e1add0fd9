import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { statementLifetimesMs } from '../../platform/persons/verifyStatement.ts';
import { LATE_HOURS } from '../../treasury/withdrawal/withdrawalStore.ts';
import type { Transfer } from './transferStore.ts';

type Shown = ConsoleCallData<'transfer'>;
type Step = Shown['steps'][number];
export type TransferStatus = Shown['status'];

const HOUR_MS = 60 * 60_000;

/** Returns a transfer's status: the one that the exchange and the chain report, before that the one of its request. Pure. */
export function computeTransferStatus({ status, request }: Pick<Transfer, 'status' | 'request'>): TransferStatus {
  if (status !== null) return status;
  return request === 'done' ? 'requested' : request;
}

/** The step in progress at each status. */
const STEP_IN_PROGRESS: Readonly<
  Record<Exclude<TransferStatus, 'failed' | 'rejected' | 'refused'>, Step['step'] | undefined>
> = {
  waiting: 'approved',
  approved: 'accepted',
  requested: 'accepted',
  sending: 'accepted',
  taken: 'sent',
  sent: 'arrived',
  arrived: undefined,
};

/** The next event that each status waits for. */
const WAIT_TEXTS: Readonly<Partial<Record<TransferStatus, string>>> = {
  waiting: 'Waiting for a second approval.',
  approved: 'A worker checks the allow list, the ledger and the balance at the exchange.',
  requested: 'The signer verifies the signatures and releases it.',
  sending:
    'Requested at the exchange. While the answer is unknown, Slipway looks for the withdrawal and never sends it twice.',
  taken: 'The exchange has accepted it and will send it.',
  sent: 'It is on the chain and counts once it is final.',
};

/**
 * Returns the steps of a transfer (requested, approved, accepted by the exchange, sent, arrived): done, in progress, failed
 * or open. A transfer that needed no second approval has no step for it. Pure.
 */
export function buildTransferSteps(transfer: Transfer): Step[] {
  const status = computeTransferStatus(transfer);
  const { requestedAt, answeredAt, who, approvedBy, takenAt, sendingAt, sentAt, arrivedAt, updatedAt, transactionId } =
    transfer;
  const hasSecond = approvedBy !== null || status === 'waiting';
  const plain: readonly (Pick<Step, 'step' | 'by' | 'note'> & { readonly at: Date | null })[] = [
    { step: 'requested', at: requestedAt, by: who, note: null },
    ...(hasSecond ? [{ step: 'approved' as const, at: answeredAt, by: approvedBy, note: null }] : []),
    { step: 'accepted', at: takenAt ?? sendingAt, by: null, note: null },
    { step: 'sent', at: sentAt, by: null, note: transactionId },
    { step: 'arrived', at: arrivedAt, by: null, note: status === 'arrived' ? transfer.result : null },
  ];
  const failedAt = findFailedStep(transfer, status);
  const current = failedAt ?? STEP_IN_PROGRESS[status as keyof typeof STEP_IN_PROGRESS];
  const currentIndex = current === undefined ? plain.length : plain.findIndex(({ step }) => step === current);
  return plain.map((step, index) => {
    if (index < currentIndex) return { ...step, state: 'done', at: step.at?.toISOString() ?? null };
    if (index > currentIndex) return { ...step, state: 'open', at: null, note: null };
    const waitText = failedAt === undefined ? (WAIT_TEXTS[status] ?? null) : explainEnd(transfer);
    const at = failedAt === undefined ? null : transfer.status === null ? transfer.settledAt : updatedAt;
    return { ...step, state: failedAt === undefined ? 'now' : 'failed', at: at?.toISOString() ?? null, note: waitText };
  });
}

function findFailedStep({ transactionId, takenAt }: Transfer, status: TransferStatus): Step['step'] | undefined {
  if (status === 'rejected') return 'approved';
  if (status === 'refused') return 'accepted';
  if (status !== 'failed') return undefined;
  return transactionId !== null ? 'arrived' : takenAt !== null ? 'sent' : 'accepted';
}

function explainEnd({ result, requestResult, approvedBy, request }: Transfer): string {
  if (request === 'rejected') return `${approvedBy ?? 'The approver'} rejected it. Nothing was sent.`;
  return result ?? requestResult ?? 'It has ended; no reason was recorded.';
}

/** Returns the deadline of the current step and what happens then; null for a transfer that has ended. Pure. */
export function buildTransferDeadline(transfer: Transfer): Shown['clock'] {
  const status = computeTransferStatus(transfer);
  const { requestedAt, answeredAt, sendingAt } = transfer;
  const buildDeadline = (since: Date, ms: number, otherwise: string) => ({
    since: since.toISOString(),
    until: new Date(since.getTime() + ms).toISOString(),
    otherwise,
  });
  if (status === 'waiting')
    return buildDeadline(requestedAt, statementLifetimesMs.answered, 'the request lapses, and nothing is sent');
  if (status === 'approved' || status === 'requested')
    return buildDeadline(
      answeredAt ?? requestedAt,
      statementLifetimesMs.done,
      'the signatures expire, and nothing is sent',
    );
  if ((status === 'sending' || status === 'taken' || status === 'sent') && sendingAt !== null)
    return buildDeadline(sendingAt, LATE_HOURS * HOUR_MS, 'it counts as late, and an alert is sent');
  return null;
}
