import { fields } from '../../../action/action.ts';
import { always } from '../../../action/approvalThreshold.ts';
import { CASE_STAFF, COMPLIANCE_OR_TREASURER } from '../../../action/roles.ts';
import { redirectRefund } from '../../refund/redirectRefund.ts';
import { executeInTransaction } from '../applyDecision.ts';
import { defineOrderAction } from '../defineOrderAction.ts';
import { buildRefundResult } from './returnUnmatchedPayment.ts';

export const redirectUnmatchedRefund = defineOrderAction({
  name: 'redirect',
  subject: 'refund',
  input: fields('receipt', 'amount', 'name', 'account'),
  right: { requesters: CASE_STAFF, approvers: COMPLIANCE_OR_TREASURER },
  secondPerson: always,
  title: (subject) => `Send refund ${subject} to another account`,
  money: 'Sends the refund of an unmatched payment to another account, which the request names',
  // The command `pay-to` requests this action for a refund without an order.
  command: null,
  doneBy: 'worker',
  execute: (context, request) =>
    executeInTransaction(context, request, (transaction) =>
      redirectRefund(transaction, request.subject, request.input).then(buildRefundResult),
    ),
});
