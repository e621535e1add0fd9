import { fields } from '../../../action/action.ts';
import { CASE_STAFF, COMPLIANCE_OR_TREASURER } from '../../../action/roles.ts';
import { applyDecision } from '../applyDecision.ts';
import { defineOrderAction } from '../defineOrderAction.ts';
import { aboveOrderLimit } from '../orderThreshold.ts';
import { readOrderCommand } from './createOrderExecutor.ts';

export const refuseHeldOrder = defineOrderAction({
  name: 'refuse',
  subject: 'order',
  input: fields(),
  right: { requesters: CASE_STAFF, approvers: COMPLIANCE_OR_TREASURER },
  secondPerson: aboveOrderLimit,
  title: (subject) => `Refuse order ${subject}`,
  money: 'Voids the authorization, or refunds what was paid',
  command: {
    usage: 'refuse ORDER',
    about: 'refuses a held order: the authorization is voided, or the money is refunded',
    read: readOrderCommand,
  },
  doneBy: 'worker',
  execute: (context, request) => applyDecision(context, request, { kind: 'hold_refused', facts: {} }),
});
