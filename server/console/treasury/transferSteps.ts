import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { lifetimesMs } from '../../platform/persons/judgeStatement.ts';
import { LATE_HOURS } from '../../treasury/withdrawal/withdrawalStore.ts';
import type { Transfer } from './transferStore.ts';

type Shown = ConsoleCallData<'transfer'>;
type Step = Shown['steps'][number];
export type TransferStands = Shown['status'];

const HOUR_MS = 60 * 60_000;

/** Where a transfer stands: as the venue and its chain say, and before that as its request does. Pure. */
export function standsOf({ status, request }: Pick<Transfer, 'status' | 'request'>): TransferStands {
  if (status !== null) return status;
  return request === 'done' ? 'requested' : request;
}

/** How far each word has come: the step that is under way then, by its place in the order of steps. */
const UNDER_WAY: Readonly<
  Record<Exclude<TransferStands, 'failed' | 'rejected' | 'refused'>, Step['step'] | undefined>
> = {
  waiting: 'approved',
  approved: 'taken',
  requested: 'taken',
  sending: 'taken',
  taken: 'sent',
  sent: 'arrived',
  arrived: undefined,
};

/** What it is waiting for while a step is under way. */
const WAITS: Readonly<Partial<Record<TransferStands, string>>> = {
  waiting: 'A second person has to say yes.',
  approved: 'A worker looks at the list, the books and what the venue has.',
  requested: 'The signer looks at what was signed, and lets it go.',
  sending: 'The venue was asked. While its answer is not known it is looked for, and never sent again.',
  taken: 'The venue has taken it, and sends it in its own time.',
  sent: 'It is on its chain, and counts when that takes it back no more.',
};

/** Asked, approved, sent at the venue, on chain, arrived: what is done, what is under way, and where it has ended. Pure. */
export function transferSteps(transfer: Transfer): Step[] {
  const stands = standsOf(transfer);
  const { askedAt, answeredAt, who, approvedBy, takenAt, sendingAt, sentAt, arrivedAt, updatedAt, transactionId } =
    transfer;
  const hasSecond = approvedBy !== null || stands === 'waiting';
  const plain: readonly (Pick<Step, 'step' | 'by' | 'says'> & { readonly at: Date | null })[] = [
    { step: 'asked', at: askedAt, by: who, says: null },
    ...(hasSecond ? [{ step: 'approved' as const, at: answeredAt, by: approvedBy, says: null }] : []),
    { step: 'taken', at: takenAt ?? sendingAt, by: null, says: null },
    { step: 'sent', at: sentAt, by: null, says: transactionId },
    { step: 'arrived', at: arrivedAt, by: null, says: stands === 'arrived' ? transfer.says : null },
  ];
  const failedAt = failedStep(transfer, stands);
  const current = failedAt ?? UNDER_WAY[stands as keyof typeof UNDER_WAY];
  const place = current === undefined ? plain.length : plain.findIndex(({ step }) => step === current);
  return plain.map((step, index) => {
    if (index < place) return { ...step, state: 'done', at: step.at?.toISOString() ?? null };
    if (index > place) return { ...step, state: 'open', at: null, says: null };
    const says = failedAt === undefined ? (WAITS[stands] ?? null) : whyEnded(transfer);
    const at = failedAt === undefined ? null : transfer.status === null ? transfer.settledAt : updatedAt;
    return { ...step, state: failedAt === undefined ? 'now' : 'failed', at: at?.toISOString() ?? null, says };
  });
}

function failedStep({ transactionId, takenAt }: Transfer, stands: TransferStands): Step['step'] | undefined {
  if (stands === 'rejected') return 'approved';
  if (stands === 'refused') return 'taken';
  if (stands !== 'failed') return undefined;
  return transactionId !== null ? 'arrived' : takenAt !== null ? 'sent' : 'taken';
}

function whyEnded({ says, requestSays, approvedBy, request }: Transfer): string {
  if (request === 'rejected') return `${approvedBy ?? 'The second person'} has said no. Nothing was sent.`;
  return says ?? requestSays ?? 'It has ended: nothing says why.';
}

/** What comes by itself if nobody acts, and when; null for what has ended. Pure. */
export function transferClock(transfer: Transfer): Shown['clock'] {
  const stands = standsOf(transfer);
  const { askedAt, answeredAt, sendingAt } = transfer;
  const after = (since: Date, ms: number, otherwise: string) => ({
    since: since.toISOString(),
    until: new Date(since.getTime() + ms).toISOString(),
    otherwise,
  });
  if (stands === 'waiting') return after(askedAt, lifetimesMs.answered, 'the request lapses, and nothing is sent');
  if (stands === 'approved' || stands === 'requested')
    return after(answeredAt ?? askedAt, lifetimesMs.done, 'what was signed is good no more, and nothing is sent');
  if ((stands === 'sending' || stands === 'taken' || stands === 'sent') && sendingAt !== null)
    return after(sendingAt, LATE_HOURS * HOUR_MS, 'it is called late, and somebody is told');
  return null;
}
