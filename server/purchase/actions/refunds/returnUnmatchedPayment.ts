import { formatAmount } from '@slipway/money/amount.ts';
import { z } from 'zod';
import { optional } from '../../../action/action.ts';
import { always } from '../../../action/approvalThreshold.ts';
import { CommandError } from '../../../action/commandError.ts';
import { COMPLIANCE_OR_TREASURER, TREASURER } from '../../../action/roles.ts';
import { settleAlertByKey } from '../../../notification/alertStore.ts';
import { findEntry } from '../../payment/bankEntryStore.ts';
import type { RefundCommandResult } from '../../refund/redirectRefund.ts';
import { refundUnallocatedReceipt } from '../../refund/refundUnallocatedReceipt.ts';
import { type ActionResult, executeInTransaction } from '../applyDecision.ts';
import { defineOrderAction } from '../defineOrderAction.ts';
import { readCreditor } from './creditor.ts';

export const returnUnmatchedPayment = defineOrderAction({
  name: 'return',
  subject: 'booking',
  input: z.strictObject({ amount: z.string(), name: optional(), account: optional() }),
  right: { requesters: TREASURER, approvers: COMPLIANCE_OR_TREASURER },
  secondPerson: always,
  title: (subject, { amount }) => `Return ${amount} of booking ${subject}`,
  money: 'Returns an unmatched payment',
  command: {
    usage: 'return ENTRY [--name NAME --account IBAN]',
    about: 'returns an unmatched payment to its payer, or to the given account; needs two people',
    async read(context, [id = '']) {
      const entry = await findEntry(context.database, id);
      if (!entry) throw new CommandError(`there is no booking ${id || 'ENTRY'}`);
      const amount = `${formatAmount(entry.amount)} ${entry.amount.asset.code}`;
      return { subject: id, input: { amount, ...readCreditor(context) } };
    },
  },
  doneBy: 'worker',
  execute: (context, request) =>
    executeInTransaction(context, request, async (transaction) => {
      const sent = await refundUnallocatedReceipt(transaction, request.subject, request.input);
      if (sent.kind === 'ok') await settleAlertByKey(transaction, `bank:${request.subject}`, request.who);
      return buildRefundResult(sent);
    }),
});

export function buildRefundResult(sent: RefundCommandResult): ActionResult {
  return sent.kind === 'refused' ? sent : { result: `refund ${sent.refundId} returns the payment` };
}
