import { deleteBlock } from '../../../account/blockStore.ts';
import { defineAction, fields } from '../../action.ts';
import { COMPLIANCE } from '../../roles.ts';
import { always } from '../../thresholds/approvalThreshold.ts';
import { createBuyerCheck, readAccountCommand, shortenAccountId } from './buyerActionHelpers.ts';
import { createBuyerExecutor } from './createBuyerExecutor.ts';

export const unblockBuyer = defineAction({
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
