import { fields } from '../../action/action.ts';
import { never } from '../../action/approvalThreshold.ts';
import { COMPLIANCE } from '../../action/roles.ts';
import { addLegalHold } from '../deletion/legalHoldStore.ts';
import { createBuyerCheck, readLegalHoldCommand, shortenAccountId } from './buyerActionHelpers.ts';
import { createBuyerExecutor } from './createBuyerExecutor.ts';
import { defineAccountAction } from './defineAccountAction.ts';

export const placeLegalHold = defineAccountAction({
  name: 'place-legal-hold',
  subject: 'buyer',
  input: fields('case'),
  right: { requesters: COMPLIANCE, approvers: null },
  secondPerson: never,
  title: (subject, { case: reference }) =>
    `Place a legal hold on account ${shortenAccountId(subject)} for case ${reference}`,
  money: 'None: orders continue',
  button: () => ({
    label: 'Place legal hold',
    effect:
      'The account and its data are kept, even if the buyer deletes the account, until two people lift the hold. The buyer does not learn of it. Orders continue.',
  }),
  check: createBuyerCheck('place-legal-hold'),
  command: {
    usage: 'place-legal-hold ACCOUNT --case REFERENCE',
    about:
      'keeps the data of an open or closed account for an authority’s case, until two people lift the hold; the buyer does not learn of it',
    read: readLegalHoldCommand,
  },
  doneBy: 'worker',
  execute: createBuyerExecutor('place-legal-hold', async (_, { input }, { transaction, buyer }) => {
    await addLegalHold(transaction, buyer.id, input.case);
    return `the account is under a legal hold for case ${input.case}`;
  }),
});
