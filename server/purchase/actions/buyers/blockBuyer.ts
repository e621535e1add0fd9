import { createBuyerCheck, readAccountCommand, shortenAccountId } from '../../../account/actions/buyerActionHelpers.ts';
import type { BuyerState } from '../../../account/actions/buyerStateStore.ts';
import { executeOnBuyer } from '../../../account/actions/createBuyerExecutor.ts';
import { findBlockedBuyer } from '../../../account/blockStore.ts';
import { fields } from '../../../action/action.ts';
import { always } from '../../../action/approvalThreshold.ts';
import { COMPLIANCE } from '../../../action/roles.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { defineOrderAction } from '../defineOrderAction.ts';
import { blockAccount, holdBuyerOrders } from './blockAccount.ts';

export const blockBuyer = defineOrderAction({
  name: 'block',
  subject: 'buyer',
  input: fields(),
  right: { requesters: COMPLIANCE, approvers: COMPLIANCE },
  secondPerson: always,
  title: (subject) => `Block account ${shortenAccountId(subject)}`,
  money: 'Puts the account’s open orders on hold if this is still possible',
  button: ({ openOrders }: Pick<BuyerState, 'openOrders'>) => ({
    label: 'Block',
    effect: `The buyer can log in, view orders and receive refunds, but can’t order or pay. They see “contact support” without a reason. ${describeOpenOrders(openOrders)}`,
  }),
  check: createBuyerCheck('block'),
  command: {
    usage: 'block ACCOUNT',
    about:
      'blocks an account from ordering and paying; open orders are held if they still can be, signed payouts complete; needs two people',
    read: readAccountCommand,
  },
  doneBy: 'worker',
  execute: async (context, request) => {
    // If this request has already blocked the account, a worker has crashed before it stopped the orders, or another worker
    // is stopping them now.
    const wasDone = async (transaction: Transaction) => (await findBlockedBuyer(transaction, request.id)) !== undefined;
    const blocked = await executeOnBuyer(context, request, { action: 'block', execute: blockAccount, wasDone });
    if (blocked === 'later' || blocked.status === 'refused') return blocked;
    return holdBuyerOrders(context, request);
  },
});

function describeOpenOrders(orders: number): string {
  if (orders === 0) return 'There are no open orders.';
  return orders === 1
    ? 'The open order is put on hold if it still can be; a signed payout completes.'
    : `Of ${orders} open orders, those that still can be are put on hold; signed payouts complete.`;
}
