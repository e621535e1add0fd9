import type { MailTranslationSource } from '../../notification/mailTranslations.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RootKey } from '../../platform/persons/personRegistry.ts';
import type { Keys } from '../../platform/secrets.ts';
import type { Chains } from '../../providers/chain/chains.ts';
import type { PayoutSigner } from '../../providers/chain/signerPort.ts';
import { findFoundPaymentId } from '../../purchase/delivery/chainReads/foundTransactionStore.ts';
import { applyEvent, findTransition } from '../../purchase/order/machine/applyEvent.ts';
import type { EventByKind, OrderEvent } from '../../purchase/order/orderEventKinds.ts';
import { findOrder, lockOrder, readTransactionTime } from '../../purchase/order/orderStore.ts';
import type { ConclusionWrite } from '../../purchase/order/stepRunner/conclusion.ts';
import type { PaymentContext } from '../../purchase/payment/cardPayments/concludePayment.ts';
import type { ActionRequest } from '../action.ts';
import { lockRequest, settleRequest } from './requestStore.ts';

export type OperatorContext = PaymentContext & {
  readonly log: Log;
  readonly chains: Chains;
  readonly signer: PayoutSigner;
  readonly keys: Keys;
  readonly rootKeys: readonly RootKey[];
  readonly seenPersonHeads?: Set<string>;
  readonly isSandbox: boolean;
  /** The texts of emails to buyers. */
  readonly mailTranslations: MailTranslationSource;
  readonly operatorName: string;
  readonly publicUrl: string;
};

/** An operator's decision about an order, as an event without its key, which is derived from the request. */
export type OperatorDecision = DistributiveOmit<
  EventByKind<'risk_flagged' | 'hold_refused' | 'hold_cleared' | 'conversion_given_up' | 'frozen' | 'unfrozen'>,
  'key'
>;
type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

/** Decisions that refund or void the buyer's payment. */
const RETURNING: ReadonlySet<OperatorDecision['kind']> = new Set(['hold_refused', 'conversion_given_up']);

/**
 * Returns why an order must not be refunded: its coins were sent in a transaction that the chain has and a restored database
 * lacked. Undefined if there is no such transaction.
 */
export async function explainSentCoins(database: Queryable, orderNo: string): Promise<string | undefined> {
  const transactionId = await findFoundPaymentId(database, orderNo);
  return (
    transactionId &&
    `Its coins were sent in transaction ${transactionId}, which the restored database lacked: let it continue, and this becomes its payout.`
  );
}

/** `later`: an external system does not answer, or another worker executes or has ended the request. It is tried again. */
export type RequestOutcome = 'later' | { readonly status: 'done' | 'refused'; readonly result: string };

/** `settles` (default true): the decision ends the request. `write`: writes rows in the same transaction; `stale`: retry. */
type DecisionOptions = { readonly settles?: boolean; readonly write?: ConclusionWrite };

/**
 * Applies an operator's decision to the order and ends the request, in one transaction. Refuses it if the order machine has no
 * transition for it, or if it would refund an order whose coins were sent.
 */
export async function applyDecision(
  context: OperatorContext,
  request: ActionRequest,
  decision: OperatorDecision,
  { settles = true, write }: DecisionOptions = {},
): Promise<RequestOutcome> {
  return context.database.transaction(async (transaction) => {
    const lockedRequest = await lockRequest(transaction, request.id);
    const order = lockedRequest && (await findOrder(transaction, request.subject));
    if (!order) return 'later';
    const { order: locked } = await lockOrder(transaction, order.id);
    const sent = RETURNING.has(decision.kind) && (await explainSentCoins(transaction, order.orderNo));
    if (sent) return createRefusal(sent);
    const event: OrderEvent = { ...decision, key: `operator:${request.id}:${decision.kind}` };
    const now = await readTransactionTime(transaction);
    if (!findTransition(locked.status, event, { order: locked, now }))
      return createRefusal(
        locked.frozen
          ? 'it is frozen: unfreeze it first'
          : `an order that is ${locked.status} does not allow ${request.action}`,
      );
    if ((await write?.(transaction)) === 'stale') return 'later';
    const { order: after } = await applyEvent(context.machine, transaction, order.id, event);
    const done = { status: 'done' as const, result: after.status };
    if (settles) await recordOutcome(transaction, request, done, locked.status);
    return done;
  });
}

export type ActionResult = { readonly kind: 'refused'; readonly why: string } | { readonly result: string };

/**
 * Executes an action, ends the request and writes the audit entry in one transaction. If the action is refused, the caller has
 * to end the request.
 */
export async function executeInTransaction(
  { database }: OperatorContext,
  request: ActionRequest,
  act: (transaction: Transaction) => Promise<ActionResult>,
): Promise<RequestOutcome> {
  return database.transaction(async (transaction) => {
    if (!(await lockRequest(transaction, request.id))) return 'later';
    const order = await findOrder(transaction, request.subject);
    const acted = await act(transaction);
    if ('why' in acted) return createRefusal(acted.why);
    const done = { status: 'done' as const, result: acted.result };
    await recordOutcome(transaction, request, done, order?.status ?? null);
    return done;
  });
}

/** Ends a request and writes the audit entry, unless another worker has done so. `before`: the order's status, for the audit. */
export async function endRequest(
  { database }: OperatorContext,
  request: ActionRequest,
  outcome: Exclude<RequestOutcome, 'later'>,
  before: string | null = null,
): Promise<RequestOutcome> {
  return database.transaction(async (transaction) => {
    if (!(await lockRequest(transaction, request.id))) return 'later';
    await recordOutcome(transaction, request, outcome, before);
    return outcome;
  });
}

/** Ends a locked request and writes the audit entry. `before`: the order's status before the execution. */
export async function recordOutcome(
  transaction: Transaction,
  request: ActionRequest,
  outcome: Exclude<RequestOutcome, 'later'>,
  before: string | null,
): Promise<void> {
  await settleRequest(transaction, request.id, outcome);
  await appendAuditLine(transaction, {
    who: request.who,
    approvedBy: request.approvedBy,
    why: request.why,
    action: request.action,
    subject: `${request.subjectKind} ${request.subject}`,
    before: { status: before },
    after: { ...outcome, ...request.input },
  });
}

export function createRefusal(result: string): RequestOutcome {
  return { status: 'refused', result };
}
