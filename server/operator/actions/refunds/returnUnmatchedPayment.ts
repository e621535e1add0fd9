import { formatAmount } from '@slipway/money/amount.ts';
import { z } from 'zod';
import { settleAlertByKey } from '../../../notification/alertStore.ts';
import { findEntry } from '../../../purchase/payment/bankEntryStore.ts';
import type { RefundCommandResult } from '../../../purchase/refund/redirectRefund.ts';
import { refundUnallocatedReceipt } from '../../../purchase/refund/refundUnallocatedReceipt.ts';
import { defineAction, optional } from '../../action.ts';
import { CommandError } from '../../commandError.ts';
import { type ActionResult, executeInTransaction } from '../../requests/applyDecision.ts';
import { COMPLIANCE_OR_TREASURER, TREASURER } from '../../roles.ts';
import { always } from '../../thresholds/approvalThreshold.ts';
import { readCreditor } from './creditor.ts';

export const returnUnmatchedPayment = defineAction({
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
