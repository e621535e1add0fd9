import type { ActionRequest } from '../../action/action.ts';
import { createRefusal, type RequestOutcome, recordOutcome } from '../../action/requests/requestOutcome.ts';
import { lockRequest } from '../../action/requests/requestStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { computeAccountMarks, lockMark } from '../blockStore.ts';
import { type Buyer, findBuyer, lockBuyer } from '../buyerStore.ts';
import { type BuyerState, readBuyerState } from './buyerStateStore.ts';
import type { AccountActionContext, AccountLockContext } from './defineAccountAction.ts';
import { type BuyerAction, findBuyerActionProblem } from './findBuyerActionProblem.ts';

/** A locked account, with its state read under the lock. */
export type LockedBuyer = {
  readonly transaction: Transaction;
  readonly buyer: Buyer;
  readonly state: BuyerState;
};

/** Executes the action. Returns the result as text, or why it is refused. */
export type BuyerActionExecutor<Context = AccountActionContext, Request extends ActionRequest = ActionRequest> = (
  context: Context,
  request: Request,
  locked: LockedBuyer,
) => Promise<string | { readonly why: string }>;

/** Returns an executor that locks a buyer's account, and checks again that the action is possible. */
export function createBuyerExecutor<Request extends ActionRequest>(
  action: BuyerAction,
  execute: BuyerActionExecutor<AccountActionContext, Request>,
) {
  return (context: AccountActionContext, request: Request) => executeOnBuyer(context, request, { action, execute });
}

/**
 * Executes an action on an account. Without `wasDone` the action, the request's end and the audit entry are committed
 * together. With `wasDone` the caller ends the request; `wasDone` returns true if the action was already executed for it.
 */
export async function executeOnBuyer<Context extends AccountLockContext, Request extends ActionRequest>(
  context: Context,
  request: Request,
  {
    action,
    execute,
    wasDone,
  }: {
    readonly action: BuyerAction;
    readonly execute: BuyerActionExecutor<Context, Request>;
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
  { keys }: Pick<AccountLockContext, 'keys'>,
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
