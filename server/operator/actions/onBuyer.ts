import { accountMarks, lockMark } from '../../account/blockStore.ts';
import { type Buyer, findBuyer, lockBuyer } from '../../account/buyerStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { againstBuyerAct } from '../buyer/againstBuyerAct.ts';
import { type BuyerStanding, readStanding } from '../buyer/buyerStandingStore.ts';
import { type OperatorContext, type RequestOutcome, record, refusedAs } from '../decide.ts';
import type { BuyerAction } from '../requestActions.ts';
import { type OperatorRequest, takeRequest } from '../requestStore.ts';

/** The account, locked, with how it stands behind the lock. */
export type LockedBuyer = {
  readonly transaction: Transaction;
  readonly buyer: Buyer;
  readonly standing: BuyerStanding;
};

/** What was done, in words; or why it is refused after all. */
export type Deed = (
  context: OperatorContext,
  request: OperatorRequest,
  locked: LockedBuyer,
) => Promise<string | { readonly why: string }>;

export function onBuyer(deed: Deed) {
  return (context: OperatorContext, request: OperatorRequest) => actOnBuyer(context, request, deed);
}

/**
 * The deed, the request's end and the line of the history are committed together. Only with `wasDone` the request goes on after
 * the deed: it tells whether another worker, or this one before it ended, has done the deed for the same request.
 */
export async function actOnBuyer(
  context: OperatorContext,
  request: OperatorRequest,
  deed: Deed,
  wasDone?: (transaction: Transaction) => Promise<boolean>,
): Promise<RequestOutcome> {
  const { action, subject, input } = request;
  return context.database.transaction(async (transaction) => {
    if (!(await takeRequest(transaction, request.id))) return 'later';
    if (await wasDone?.(transaction)) return { status: 'done', result: 'it was done before' };
    const locked = await lockWithMark(context, transaction, subject);
    if (!locked) return refusedAs('There is no such account.');
    const against = againstBuyerAct(action as BuyerAction, locked.standing, context.rules, input);
    if (against !== undefined) return refusedAs(against);
    const said = await deed(context, request, locked);
    if (typeof said !== 'string') return refusedAs(said.why);
    const done = { status: 'done' as const, result: said };
    if (!wasDone) await record(transaction, request, done, null);
    return done;
  });
}

/** In the order in which a login locks them: first the address, which no account ever changes. */
async function lockWithMark(
  { keys }: OperatorContext,
  transaction: Transaction,
  buyerId: string,
): Promise<LockedBuyer | undefined> {
  const found = await findBuyer(transaction, buyerId);
  if (!found) return undefined;
  await lockMark(transaction, accountMarks(keys.accountMark, found)[0]);
  const buyer = await lockBuyer(transaction, buyerId);
  const standing = buyer && (await readStanding(transaction, buyerId));
  return buyer && standing && { transaction, buyer, standing };
}
