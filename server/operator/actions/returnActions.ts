import { settleAlertOf } from '../../notification/alertStore.ts';
import { type Redirected, redirectRefund } from '../../purchase/refund/redirectRefund.ts';
import { refuseTransfer } from '../../purchase/refund/refuseTransfer.ts';
import { returnEntry } from '../../purchase/refund/returnEntry.ts';
import { type Acted, inOneTransaction, type OperatorContext } from '../decide.ts';
import type { OperatorRequest } from '../requestStore.ts';
import { creditorOf } from './bankActions.ts';

/** Words about money that belongs to no order. */
export const returnActions = {
  return: (context: OperatorContext, request: OperatorRequest) =>
    inOneTransaction(context, request, async (transaction) => {
      const sent = await returnEntry(transaction, request.subject, creditorOf(request));
      if (sent.kind === 'ok') await settleAlertOf(transaction, `bank:${request.subject}`, request.who);
      return givesBack(sent);
    }),
  redirect: (context: OperatorContext, request: OperatorRequest) =>
    inOneTransaction(context, request, (transaction) =>
      redirectRefund(transaction, request.subject, creditorOf(request)).then(givesBack),
    ),
  'transfer-refused': (context: OperatorContext, request: OperatorRequest) =>
    inOneTransaction(context, request, async (transaction) => {
      const reason = request.input['reason'] ?? '';
      const told = await refuseTransfer(context.machine, transaction, request.subject, reason);
      return told.kind === 'refused' ? told : { result: 'it never left: what it was to give back is owed' };
    }),
};

function givesBack(sent: Redirected): Acted {
  return sent.kind === 'refused' ? sent : { result: `refund ${sent.refundId} gives it back` };
}
