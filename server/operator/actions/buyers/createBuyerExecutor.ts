import { computeAccountMarks, lockMark } from '../../../account/blockStore.ts';
import { type Buyer, findBuyer, lockBuyer } from '../../../account/buyerStore.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { ActionRequest } from '../../action.ts';
import { type BuyerState, readBuyerState } from '../../buyer/buyerStateStore.ts';
import { type BuyerAction, findBuyerActionProblem } from '../../buyer/findBuyerActionProblem.ts';
import {
  createRefusal,
  type OperatorContext,
  type RequestOutcome,
  recordOutcome,
} from '../../requests/applyDecision.ts';
import { lockRequest } from '../../requests/requestStore.ts';

/** A locked account, with its state read under the lock. */
export type LockedBuyer = {
  readonly transaction: Transaction;
  readonly buyer: Buyer;
  readonly state: BuyerState;
};

/** Executes the action. Returns the result as text, or why it is refused. */
export type BuyerActionExecutor<Request extends ActionRequest = ActionRequest> = (
  context: OperatorContext,
  request: Request,
  locked: LockedBuyer,
) => Promise<string | { readonly why: string }>;

/** Returns an executor that locks a buyer's account, and checks again that the action is possible. */
export function createBuyerExecutor<Request extends ActionRequest>(
  action: BuyerAction,
  execute: BuyerActionExecutor<Request>,
) {
  return (context: OperatorContext, request: Request) => executeOnBuyer(context, request, { action, execute });
}

/**
 * Executes an action on an account. Without `wasDone` the action, the request's end and the audit entry are committed
 * together. With `wasDone` the caller ends the request; `wasDone` returns true if the action was already executed for it.
 */
export async function executeOnBuyer<Request extends ActionRequest>(
  context: OperatorContext,
  request: Request,
  {
    action,
    execute,
    wasDone,
  }: {
    readonly action: BuyerAction;
    readonly execute: BuyerActionExecutor<Request>;
    readonly wasDone?: (transaction: Transaction) => Promise<boolean>;
  },
): Promise<RequestOutcome> {
  const { subject, input } = request;
  return context.database.transaction(async (transaction) => {
    if (!(await lockRequest(transaction, request.id))) return 'later';
    if (await wasDone?.(transaction)) return { status: 'done', result: 'it was already executed' };
    const locked = await lockWithMark(context, transaction, subject);
    if (!locked) return createRefusal('There is no such account.');
    const problem = findBuyerActionProblem(action, locked.state, context.rules, input);
    if (problem !== undefined) return createRefusal(problem);
    const result = await execute(context, request, locked);
    if (typeof result !== 'string') return createRefusal(result.why);
    const done = { status: 'done' as const, result };
    if (!wasDone) await recordOutcome(transaction, request, done, null);
    return done;
  });
}

/**
 * Locks an account in the same order as a login: first the mark of its email address, then its row. The address never changes,
 * so it can be read before the locks.
 */
async function lockWithMark(
  { keys }: OperatorContext,
  transaction: Transaction,
  buyerId: string,
): Promise<LockedBuyer | undefined> {
  const found = await findBuyer(transaction, buyerId);
  if (!found) return undefined;
  await lockMark(transaction, computeAccountMarks(keys.accountMark, found)[0]);
  const buyer = await lockBuyer(transaction, buyerId);
  const state = buyer && (await readBuyerState(transaction, buyerId));
  return buyer && state && { transaction, buyer, state };
}
