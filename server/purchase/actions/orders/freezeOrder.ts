import { fields } from '../../../action/action.ts';
import { never } from '../../../action/approvalThreshold.ts';
import { CASE_STAFF_OR_ADMIN } from '../../../action/roles.ts';
import { applyDecision } from '../applyDecision.ts';
import { defineOrderAction } from '../defineOrderAction.ts';
import { OPERATOR_HOLD_FACTS, readOrderCommand } from './createOrderExecutor.ts';

export const freezeOrder = defineOrderAction({
  name: 'freeze',
  subject: 'order',
  input: fields(),
  right: { requesters: CASE_STAFF_OR_ADMIN, approvers: null },
  secondPerson: never,
  title: (subject) => `Freeze order ${subject}`,
  money: 'Nothing is paid out or refunded while the order is frozen',
  button: () => ({
    label: 'Freeze order (legal)',
    effect: 'No payouts and no refunds until two people unfreeze it.',
  }),
  command: {
    usage: 'freeze ORDER',
    about: 'stops all payouts and refunds of an order until two people unfreeze it',
    read: readOrderCommand,
  },
  doneBy: 'worker',
  execute: (context, request) => applyDecision(context, request, { kind: 'frozen', facts: OPERATOR_HOLD_FACTS }),
});
