import { fields } from '../../../action/action.ts';
import { always } from '../../../action/approvalThreshold.ts';
import { COMPLIANCE } from '../../../action/roles.ts';
import { applyDecision } from '../applyDecision.ts';
import { defineOrderAction } from '../defineOrderAction.ts';
import { readOrderCommand } from './createOrderExecutor.ts';

export const unfreezeOrder = defineOrderAction({
  name: 'unfreeze',
  subject: 'order',
  input: fields(),
  right: { requesters: COMPLIANCE, approvers: COMPLIANCE },
  secondPerson: always,
  title: (subject) => `Unfreeze order ${subject}`,
  money: 'None: the order stays held',
  command: {
    usage: 'unfreeze ORDER',
    about: 'lifts a freeze; the order stays held; needs two people',
    read: readOrderCommand,
  },
  doneBy: 'worker',
  execute: (context, request) => applyDecision(context, request, { kind: 'unfrozen', facts: {} }),
});
