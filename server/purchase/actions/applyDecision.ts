import type { ActionRequest } from '../../action/action.ts';
import { createRefusal, type RequestOutcome, recordOutcome } from '../../action/requests/requestOutcome.ts';
import { lockRequest } from '../../action/requests/requestStore.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Keys } from '../../platform/secrets.ts';
import type { Chains } from '../../providers/chain/chains.ts';
import type { PayoutSigner } from '../../providers/chain/signerPort.ts';
import { findFoundPaymentId } from '../delivery/chainReads/foundTransactionStore.ts';
import { applyEvent, findTransition } from '../order/machine/applyEvent.ts';
import type { EventByKind, OrderEvent } from '../order/orderEventKinds.ts';
import { findOrder, lockOrder, readTransactionTime } from '../order/orderStore.ts';
import type { ConclusionWrite } from '../order/stepRunner/conclusion.ts';
import type { PaymentContext } from '../payment/cardPayments/concludePayment.ts';

export type OrderActionContext = PaymentContext & {
  readonly log: Log;
  readonly chains: Chains;
  readonly signer: PayoutSigner;
  readonly keys: Keys;
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

/** `settles` (default true): the decision ends the request. `write`: writes rows in the same transaction; `stale`: retry. */
type DecisionOptions = { readonly settles?: boolean; readonly write?: ConclusionWrite };

/**
 * Applies an operator's decision to the order and ends the request, in one transaction. Refuses it if the order machine has no
 * transition for it, or if it would refund an order whose coins were sent.
 */
export async function applyDecision(
  context: OrderActionContext,
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
  { database }: OrderActionContext,
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
