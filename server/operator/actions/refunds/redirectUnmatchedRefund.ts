import { redirectRefund } from '../../../purchase/refund/redirectRefund.ts';
import { defineAction, fields } from '../../action.ts';
import { executeInTransaction } from '../../requests/applyDecision.ts';
import { CASE_STAFF, COMPLIANCE_OR_TREASURER } from '../../roles.ts';
import { always } from '../../thresholds/approvalThreshold.ts';
import { buildRefundResult } from './returnUnmatchedPayment.ts';

export const redirectUnmatchedRefund = defineAction({
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
