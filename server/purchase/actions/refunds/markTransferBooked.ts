import { fields } from '../../../action/action.ts';
import { always } from '../../../action/approvalThreshold.ts';
import { CommandError } from '../../../action/commandError.ts';
import { COMPLIANCE_OR_TREASURER, TREASURER } from '../../../action/roles.ts';
import { findEntry } from '../../payment/bankEntryStore.ts';
import { findBankRefund } from '../../refund/bankRefundStore.ts';
import { settleRefundWithBooking } from '../../refund/settleRefundWithBooking.ts';
import { executeInTransaction } from '../applyDecision.ts';
import { defineOrderAction } from '../defineOrderAction.ts';
import { buildRefundBinding } from './buildRefundBinding.ts';

export const markTransferBooked = defineOrderAction({
  name: 'transfer-booked',
  subject: 'refund',
  input: fields('entry', 'amount'),
  right: { requesters: TREASURER, approvers: COMPLIANCE_OR_TREASURER },
  secondPerson: always,
  title: (subject, { entry, amount }) => `Settle refund ${subject} of ${amount} with booking ${entry}`,
  money: 'The refund counts as sent, as the bank booking shows',
  button: ({ id, amount }: { readonly id: string; readonly amount: string }) => ({
    label: `Mark the refund of ${amount} as paid`,
    effect: `First find this booking in your bank’s list of transactions. Refund ${id} is then settled with it, and is not sent again.`,
  }),
  command: {
    usage: 'transfer-booked REFUND ENTRY',
    about:
      'settles a refund with the bank’s booking, if a restored database does not know that the refund was sent (possibly_sent); needs two people',
    async read({ database }, [id = '', entry = '']) {
      const refund = await findBankRefund(database, id);
      if (!refund) throw new CommandError(`there is no refund ${id || 'REFUND'} by bank`);
      if (!(await findEntry(database, entry))) throw new CommandError(`there is no booking ${entry || 'ENTRY'}`);
      return { subject: id, input: { entry, amount: buildRefundBinding(refund).amount } };
    },
  },
  doneBy: 'worker',
  execute: (context, request) =>
    executeInTransaction(context, request, async (transaction) => {
      const { entry, amount } = request.input;
      const refund = await findBankRefund(transaction, request.subject);
      // The refund's row may have been changed since the request was signed.
      if (refund && buildRefundBinding(refund).amount !== amount)
        return {
          kind: 'refused',
          why: `refund ${request.subject} is ${buildRefundBinding(refund).amount}, not ${amount}`,
        };
      const booked = { refundId: request.subject, entryId: entry, by: request.who };
      const settled = await settleRefundWithBooking(context.machine, transaction, booked);
      return settled.kind === 'refused'
        ? settled
        : { result: `refund ${settled.refundId} is settled with booking ${entry}` };
    }),
});
