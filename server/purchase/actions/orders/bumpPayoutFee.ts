import { fields } from '../../../action/action.ts';
import { never } from '../../../action/approvalThreshold.ts';
import { CASE_STAFF } from '../../../action/roles.ts';
import { replacePayout } from '../../delivery/forms/replacePayout.ts';
import { defineOrderAction } from '../defineOrderAction.ts';
import { readOrderCommand } from './createOrderExecutor.ts';
import { createPayoutExecutor } from './createPayoutExecutor.ts';

export const bumpPayoutFee = defineOrderAction({
  name: 'raise-fee',
  subject: 'order',
  input: fields(),
  right: { requesters: CASE_STAFF, approvers: null },
  secondPerson: never,
  title: (subject) => `Bump the payout fee of order ${subject}`,
  money: 'Pays a higher network fee, up to the ceiling of the network',
  button: () => ({
    label: 'Bump payout fee',
    effect:
      'The payout is sent again with a higher fee, within the ceiling of its network. The coins are sent only once: only one of the transactions can be mined.',
  }),
  command: {
    usage: 'raise-fee ORDER',
    about: 'sends a payout again with a higher fee, within the ceiling of its network',
    read: readOrderCommand,
  },
  doneBy: 'worker',
  execute: createPayoutExecutor(
    (context, delivery, { id }) => replacePayout(context, delivery, 'asked', id),
    (batchSuffix) => `the payout is sent again with a higher fee${batchSuffix}`,
  ),
});
