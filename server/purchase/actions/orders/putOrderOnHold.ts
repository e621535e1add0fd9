import { fields } from '../../../action/action.ts';
import { never } from '../../../action/approvalThreshold.ts';
import { CASE_STAFF_OR_ADMIN } from '../../../action/roles.ts';
import { applyDecision } from '../applyDecision.ts';
import { defineOrderAction } from '../defineOrderAction.ts';
import { OPERATOR_HOLD_FACTS, readOrderCommand } from './createOrderExecutor.ts';

export const putOrderOnHold = defineOrderAction({
  name: 'hold',
  subject: 'order',
  input: fields(),
  right: { requesters: CASE_STAFF_OR_ADMIN, approvers: null },
  secondPerson: never,
  title: (subject) => `Hold order ${subject}`,
  money: 'None',
  command: {
    usage: 'hold ORDER',
    about: 'holds an order until a person releases or refuses it',
    read: readOrderCommand,
  },
  doneBy: 'worker',
  execute: (context, request) => applyDecision(context, request, { kind: 'risk_flagged', facts: OPERATOR_HOLD_FACTS }),
});
