import { fields } from '../../action/action.ts';
import { always } from '../../action/approvalThreshold.ts';
import { COMPLIANCE } from '../../action/roles.ts';
import { removeLegalHold } from '../deletion/legalHoldStore.ts';
import { createBuyerCheck, readLegalHoldCommand, shortenAccountId } from './buyerActionHelpers.ts';
import type { BuyerState } from './buyerStateStore.ts';
import { createBuyerExecutor } from './createBuyerExecutor.ts';
import { defineAccountAction } from './defineAccountAction.ts';
import { formatDay } from './findBuyerActionProblem.ts';

type ErasureFacts = Pick<BuyerState, 'closedAt' | 'keepUntil' | 'legalHoldCases'>;

export const liftLegalHold = defineAccountAction({
  name: 'lift-legal-hold',
  subject: 'buyer',
  input: fields('case'),
  right: { requesters: COMPLIANCE, approvers: COMPLIANCE },
  secondPerson: always,
  title: (subject, { case: reference }) =>
    `Lift the legal hold of account ${shortenAccountId(subject)} for case ${reference}`,
  money: 'None',
  button: (facts: ErasureFacts) => ({ label: 'Lift legal hold', effect: describeErasure(facts) }),
  check: createBuyerCheck('lift-legal-hold'),
  command: {
    usage: 'lift-legal-hold ACCOUNT --case REFERENCE',
    about:
      'ends the legal hold for a case; without another hold, a closed account is erased when it is due; needs two people',
    read: readLegalHoldCommand,
  },
  doneBy: 'worker',
  execute: createBuyerExecutor('lift-legal-hold', async (_, { input }, { transaction, buyer, state }) => {
    const remaining = state.legalHoldCases.filter((reference) => reference !== input.case);
    await removeLegalHold(transaction, buyer.id, input.case);
    return remaining.length === 0
      ? 'the account is under no legal hold'
      : `the account remains under a legal hold for case ${remaining.join(', ')}`;
  }),
});

/** Describes what happens to the account's data after the hold for one case is lifted. An erasure cannot be undone. */
function describeErasure({ closedAt, keepUntil, legalHoldCases }: ErasureFacts): string {
  if (legalHoldCases.length > 1) return 'The account’s data is still kept for the other cases.';
  if (!closedAt) return 'The buyer will again be able to delete the account and its data.';
  return keepUntil
    ? `The buyer has deleted the account: its data is erased permanently after ${formatDay(keepUntil)}.`
    : 'The buyer has deleted the account: its data is erased permanently within the hour.';
}
