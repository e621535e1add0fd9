import { fields } from '../../../action/action.ts';
import { always } from '../../../action/approvalThreshold.ts';
import { createRefusal } from '../../../action/requests/requestOutcome.ts';
import { CASE_STAFF, COMPLIANCE_OR_TREASURER } from '../../../action/roles.ts';
import { refundByBank as refundOrder } from '../../refund/refundByBank.ts';
import { executeInTransaction } from '../applyDecision.ts';
import { defineOrderAction } from '../defineOrderAction.ts';
import { createOrderExecutor } from '../orders/createOrderExecutor.ts';
import { buildPayeeResult, requireCreditor } from './creditor.ts';

const input = fields('name', 'account');

export const refundOrderByBank = defineOrderAction({
  name: 'refund-by-bank',
  subject: 'order',
  input,
  right: { requesters: CASE_STAFF, approvers: COMPLIANCE_OR_TREASURER },
  secondPerson: always,
  title: (subject) => `Refund order ${subject} by bank transfer`,
  money: 'Refunds a card payment by bank transfer',
  button: ({ owed }: { readonly owed: string }) => ({
    label: `Refund ${owed} by bank transfer`,
    effect: `${owed} are sent to the account that you enter, instead of to the card.`,
  }),
  command: {
    usage: 'refund-by-bank ORDER --name NAME --account IBAN',
    about:
      'refunds a card order by bank transfer if the acquirer could not refund the card, for example because it is closed; needs two people',
    read: (context, [orderNo = '']) => ({ subject: orderNo, input: requireCreditor(context) }),
  },
  doneBy: 'worker',
  execute: createOrderExecutor(async (context, request, order) => {
    if (!context.catalog.transferAccounts.has(order.payCurrency))
      return createRefusal(`you have no account to send ${order.payCurrency} from`);
    return executeInTransaction(context, request, async (transaction) => {
      const creditor = input.parse(request.input);
      const refunded = await refundOrder(context.machine, transaction, order.id, creditor, `operator:${request.id}`);
      return refunded.kind === 'refused' ? refunded : buildPayeeResult(refunded.refundId, creditor);
    });
  }),
});
