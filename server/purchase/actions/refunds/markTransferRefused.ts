import { fields } from '../../../action/action.ts';
import { always } from '../../../action/approvalThreshold.ts';
import { CommandError } from '../../../action/commandError.ts';
import { COMPLIANCE_OR_TREASURER, TREASURER } from '../../../action/roles.ts';
import { recordRejectedTransfer } from '../../refund/recordRejectedTransfer.ts';
import { executeInTransaction } from '../applyDecision.ts';
import { defineOrderAction } from '../defineOrderAction.ts';

export const markTransferRefused = defineOrderAction({
  name: 'transfer-refused',
  subject: 'refund',
  input: fields('reason'),
  right: { requesters: TREASURER, approvers: COMPLIANCE_OR_TREASURER },
  secondPerson: always,
  title: (subject, { reason }) => `Mark refund ${subject} as rejected by the bank: ${reason}`,
  money: 'The refund is owed again',
  button: ({ id, amount }: { readonly id: string; readonly amount: string }) => ({
    label: `Mark the refund of ${amount} as rejected by the bank`,
    effect: `Refund ${id} counts as failed and not sent: ${amount} are owed to the buyer again. Enter the bank’s reason code, such as AC04.`,
  }),
  command: {
    usage: 'transfer-refused REFUND --reason CODE',
    about: 'records that the bank rejected a refund that was in a file for the bank; needs two people',
    read({ options }, [id = '']) {
      const { reason = '' } = options;
      if (reason === '') throw new CommandError("give --reason, the bank's reason code, such as AC04");
      return { subject: id, input: { reason } };
    },
  },
  doneBy: 'worker',
  execute: (context, request) =>
    executeInTransaction(context, request, async (transaction) => {
      const outcome = await recordRejectedTransfer(context.machine, transaction, request.subject, request.input.reason);
      return outcome.kind === 'refused' ? outcome : { result: 'the refund was not sent: its amount is owed again' };
    }),
});
