import type { Transaction } from '../../platform/database/database.ts';
import { type Creditor, type Redirected, redirectRefund } from '../../purchase/refund/redirectRefund.ts';
import { returnEntry } from '../../purchase/refund/returnEntry.ts';
import { type OperatorContext, type RequestOutcome, record, refusedAs } from '../decide.ts';
import { type OperatorRequest, takeRequest } from '../requestStore.ts';

/** Words about money that belongs to no order. */
export const returnActions = {
  return: (context: OperatorContext, request: OperatorRequest) => sendBack(context, request, returnEntry),
  redirect: (context: OperatorContext, request: OperatorRequest) => sendBack(context, request, redirectRefund),
};

async function sendBack(
  { database }: OperatorContext,
  request: OperatorRequest,
  send: (transaction: Transaction, subject: string, creditor: Creditor) => Promise<Redirected>,
): Promise<RequestOutcome> {
  return database.transaction(async (transaction) => {
    if (!(await takeRequest(transaction, request.id))) return 'later';
    const { name = '', account = '' } = request.input;
    const sent = await send(transaction, request.subject, { name, account });
    if (sent.kind === 'refused') return refusedAs(sent.why);
    const done = { status: 'done' as const, result: `refund ${sent.refundId} gives it back` };
    await record(transaction, request, done, null);
    return done;
  });
}
