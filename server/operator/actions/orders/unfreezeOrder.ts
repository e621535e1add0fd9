import { defineAction, fields } from '../../action.ts';
import { applyDecision } from '../../requests/applyDecision.ts';
import { COMPLIANCE } from '../../roles.ts';
import { always } from '../../thresholds/approvalThreshold.ts';
import { readOrderCommand } from './createOrderExecutor.ts';

export const unfreezeOrder = defineAction({
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
