import type { MailWordsFor } from '../notification/mailWords.ts';
import { appendAudit } from '../platform/audit/auditStore.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { RootKey } from '../platform/persons/readPersons.ts';
import type { Keys } from '../platform/secrets.ts';
import type { Chains } from '../providers/chain/chains.ts';
import type { PayoutSigner } from '../providers/chain/signerPort.ts';
import { applyEvent, findTransition } from '../purchase/order/applyEvent.ts';
import type { Write } from '../purchase/order/conclusion.ts';
import type { EventOf, OrderEvent } from '../purchase/order/events.ts';
import { findOrder, lockOrder, transactionTime } from '../purchase/order/orderStore.ts';
import type { PaymentContext } from '../purchase/payment/paymentNews.ts';
import { isBuyerAction } from './requestActions.ts';
import { type OperatorRequest, settleRequest, takeRequest } from './requestStore.ts';

export type OperatorContext = PaymentContext & {
  readonly log: Log;
  readonly chains: Chains;
  readonly signer: PayoutSigner;
  readonly keys: Keys;
  readonly rootKeys: readonly RootKey[];
  readonly personsSeen?: Set<string>;
  readonly isSandbox?: boolean;
  /** For letters to buyers. */
  readonly mailWords: MailWordsFor;
  readonly operatorName: string;
  readonly publicUrl: string;
};

/** What a person decides about an order; the key is the request's. */
export type OperatorWord = DistributiveOmit<
  EventOf<'risk_flagged' | 'hold_refused' | 'hold_cleared' | 'conversion_given_up' | 'frozen' | 'unfrozen'>,
  'key'
>;
type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

/** `later`: something outside does not answer right now; the request is tried again. */
export type RequestOutcome = 'later' | { readonly status: 'done' | 'refused'; readonly result: string };

/** `settles`: the request has been done with it. `write`: rows that go with it; `stale` when it is to be tried again. */
type Deciding = { readonly settles?: boolean; readonly write?: Write };

/** Takes a person's word to the order, where its state has a row for it. */
export async function decide(
  context: OperatorContext,
  request: OperatorRequest,
  word: OperatorWord,
  { settles = true, write }: Deciding = {},
): Promise<RequestOutcome> {
  return context.database.transaction(async (transaction) => {
    const taken = await takeRequest(transaction, request.id);
    const order = taken && (await findOrder(transaction, request.subject));
    if (!order) return 'later';
    const { order: locked } = await lockOrder(transaction, order.id);
    const event: OrderEvent = { ...word, key: `operator:${request.id}:${word.kind}` };
    const now = await transactionTime(transaction);
    if (!findTransition(locked.status, event, { order: locked, now }))
      return refusedAs(
        locked.frozen
          ? 'it is frozen: unfreeze it first'
          : `an order that is ${locked.status} cannot be given a ${request.action}`,
      );
    if ((await write?.(transaction)) === 'stale') return 'later';
    const { order: after } = await applyEvent(context.machine, transaction, order.id, event);
    const done = { status: 'done' as const, result: after.status };
    if (settles) await record(transaction, request, done, locked.status);
    return done;
  });
}

export type Acted = { readonly kind: 'refused'; readonly why: string } | { readonly result: string };

/** What is done, the request's end and the line of the history are committed together. */
export async function inOneTransaction(
  { database }: OperatorContext,
  request: OperatorRequest,
  act: (transaction: Transaction) => Promise<Acted>,
): Promise<RequestOutcome> {
  return database.transaction(async (transaction) => {
    if (!(await takeRequest(transaction, request.id))) return 'later';
    const order = await findOrder(transaction, request.subject);
    const acted = await act(transaction);
    if ('why' in acted) return refusedAs(acted.why);
    const done = { status: 'done' as const, result: acted.result };
    await record(transaction, request, done, order?.status ?? null);
    return done;
  });
}

export async function settle(
  { database }: OperatorContext,
  request: OperatorRequest,
  done: Exclude<RequestOutcome, 'later'>,
  before: string | null = null,
): Promise<RequestOutcome> {
  return database.transaction(async (transaction) => {
    if (!(await takeRequest(transaction, request.id))) return 'later';
    await record(transaction, request, done, before);
    return done;
  });
}

export async function record(
  transaction: Transaction,
  request: OperatorRequest,
  done: Exclude<RequestOutcome, 'later'>,
  before: string | null,
): Promise<void> {
  await settleRequest(transaction, request.id, done);
  await appendAudit(transaction, {
    who: request.who,
    approvedBy: request.approvedBy,
    why: request.why,
    action: request.action,
    subject: `${aboutOf(request)} ${request.subject}`,
    before: { status: before },
    after: { ...done, ...request.input },
  });
}

export function refusedAs(result: string): RequestOutcome {
  return { status: 'refused', result };
}

/** What a request's subject is the name of. */
function aboutOf({ action }: Pick<OperatorRequest, 'action'>): string {
  if (isBuyerAction(action)) return 'buyer';
  if (action === 'return') return 'booking';
  return action === 'redirect' || action === 'transfer-refused' ? 'refund' : 'order';
}
