import { fields } from '../../../action/action.ts';
import { always } from '../../../action/approvalThreshold.ts';
import { CommandError } from '../../../action/commandError.ts';
import { COMPLIANCE_OR_TREASURER, TREASURER } from '../../../action/roles.ts';
import { isVouch, VOUCHES } from '../../../platform/persons/vouches.ts';
import { executeInTransaction } from '../applyDecision.ts';
import { defineOrderAction } from '../defineOrderAction.ts';

/** Vouches for an order: the signer reads the stored request and verifies its signatures. */
export const vouchForOrder = defineOrderAction({
  name: 'vouch',
  subject: 'order',
  input: fields('for'),
  right: { requesters: TREASURER, approvers: COMPLIANCE_OR_TREASURER },
  secondPerson: always,
  title: (subject, { for: fact }) => `Vouch for order ${subject}: ${fact}`,
  money: 'The signer may pay out, or with `refund` refund, an order that it could not verify',
  button: () => ({
    label: 'Vouch for what the signer can’t verify',
    effect:
      'First check this fact outside Slipway: the signer relies on your confirmation for a day. Vouching moves no money. To continue the order, release it afterwards.',
  }),
  command: {
    usage: `vouch ORDER ${VOUCHES.join(' | ')}`,
    about:
      'confirms a fact that the signer cannot verify, for one day; needs two people. paid: the money arrived. value: the payout may be worth more than was paid. again: the payout failed on the chain. refund: the coins have not left',
    read(_, [orderNo = '', fact = '']) {
      if (!isVouch(fact)) throw new CommandError(`give one of ${VOUCHES.join(', ')}`);
      return { subject: orderNo, input: { for: fact } };
    },
  },
  doneBy: 'worker',
  execute: (context, request) =>
    executeInTransaction(context, request, async () =>
      isVouch(request.input.for)
        ? { result: 'the signer relies on this fact for a day' }
        : { kind: 'refused', why: `the signer accepts only a vouch for ${VOUCHES.join(', ')}` },
    ),
});
