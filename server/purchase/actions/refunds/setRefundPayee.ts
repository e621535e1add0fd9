import { fields } from '../../../action/action.ts';
import { always } from '../../../action/approvalThreshold.ts';
import { CommandError } from '../../../action/commandError.ts';
import { CASE_STAFF, COMPLIANCE_OR_TREASURER } from '../../../action/roles.ts';
import { findOrderById } from '../../order/orderStore.ts';
import { findBankRefund } from '../../refund/bankRefundStore.ts';
import { redirectRefund } from '../../refund/redirectRefund.ts';
import { executeInTransaction } from '../applyDecision.ts';
import { defineOrderAction } from '../defineOrderAction.ts';
import { buildRefundBinding } from './buildRefundBinding.ts';
import { buildPayeeResult, requireCreditor } from './creditor.ts';
import { redirectUnmatchedRefund } from './redirectUnmatchedRefund.ts';

/** Sets the payee of an order's bank refund. {@link redirectUnmatchedRefund} does so for a refund without an order. */
export const setRefundPayee = defineOrderAction({
  name: 'pay-to',
  subject: 'order',
  input: fields('refund', 'receipt', 'amount', 'name', 'account'),
  right: { requesters: CASE_STAFF, approvers: COMPLIANCE_OR_TREASURER },
  secondPerson: always,
  title: (subject) => `Set the refund account of order ${subject}`,
  money: 'Sends a refund to the account that the request names',
  button: () => ({ label: 'Add the refund account', effect: 'The refund is sent to the account that you enter.' }),
  command: {
    usage: 'pay-to REFUND --name NAME --account IBAN',
    about: 'sets the account for a refund by bank that has none, or that was returned; needs two people',
    async read(context, [id = '']) {
      const creditor = requireCreditor(context);
      const refund = await findBankRefund(context.database, id);
      if (!refund) throw new CommandError(`there is no refund ${id || 'REFUND'} by bank`);
      const order = refund.orderId === null ? undefined : await findOrderById(context.database, refund.orderId);
      const bound = { ...buildRefundBinding(refund), ...creditor };
      if (!order) return { action: redirectUnmatchedRefund.name, subject: id, input: bound };
      return { subject: order.orderNo, input: { refund: id, ...bound } };
    },
  },
  doneBy: 'worker',
  execute: (context, request) =>
    executeInTransaction(context, request, async (transaction) => {
      const { refund, ...creditor } = request.input;
      const redirected = await redirectRefund(transaction, refund, creditor);
      return redirected.kind === 'refused' ? redirected : buildPayeeResult(redirected.refundId, creditor);
    }),
});
