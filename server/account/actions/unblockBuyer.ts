import { fields } from '../../action/action.ts';
import { always } from '../../action/approvalThreshold.ts';
import { COMPLIANCE } from '../../action/roles.ts';
import { deleteBlock } from '../blockStore.ts';
import { createBuyerCheck, readAccountCommand, shortenAccountId } from './buyerActionHelpers.ts';
import { createBuyerExecutor } from './createBuyerExecutor.ts';
import { defineAccountAction } from './defineAccountAction.ts';

export const unblockBuyer = defineAccountAction({
  name: 'unblock',
  subject: 'buyer',
  input: fields(),
  right: { requesters: COMPLIANCE, approvers: COMPLIANCE },
  secondPerson: always,
  title: (subject) => `Unblock account ${shortenAccountId(subject)}`,
  money: 'None: held orders stay held',
  button: () => ({
    label: 'Unblock',
    effect: 'The buyer can order and pay again. Held orders stay on hold until each is decided.',
  }),
  check: createBuyerCheck('unblock'),
  command: {
    usage: 'unblock ACCOUNT',
    about: 'lifts the block of an account; held orders stay held; needs two people',
    read: readAccountCommand,
  },
  doneBy: 'worker',
  execute: createBuyerExecutor('unblock', async (_, __, { transaction, buyer }) => {
    await deleteBlock(transaction, buyer.id);
    return 'the account can buy again; held orders stay on hold until each is decided';
  }),
});
