import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { DOCUMENT_REQUEST_DAYS } from '../../account/identityLevels/documentRequestStore.ts';
import type { BuyerState } from '../../operator/buyer/buyerStateStore.ts';
import {
  BUYER_ACTIONS,
  type BuyerAction,
  findBuyerActionProblem,
} from '../../operator/buyer/findBuyerActionProblem.ts';
import type { OperatorRequest } from '../../operator/requests/requestStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { buildDecisionOption, type DecisionDefinition } from '../reviews/buildDecisionOption.ts';

type Decision = ConsoleCallData<'buyer'>['decisions'][number];

type Offered = Pick<DecisionDefinition, 'key' | 'label'> & { readonly effect: (standing: BuyerState) => string };

const OFFERED: Readonly<Record<BuyerAction, Offered>> = {
  'ask-document': {
    key: 'D',
    label: 'Request a document',
    effect: () =>
      `The buyer is notified by email and must show a document before their next order is paid; earlier documents are no longer accepted. Paid orders continue. The request lapses after ${DOCUMENT_REQUEST_DAYS} days.`,
  },
  'set-level': {
    key: 'L',
    label: 'Set identity level',
    effect: ({ verifiedLevel }) =>
      `Limits and new orders follow immediately, until the date that you enter. Then the verified level applies again, currently ${verifiedLevel}. Paid orders do not change.`,
  },
  block: {
    key: 'B',
    label: 'Block',
    effect: ({ openOrders }) =>
      `The buyer can log in, view orders and receive refunds, but can’t order or pay. They see “contact support” without a reason. ${openOrderWords(openOrders)}`,
  },
  unblock: {
    key: 'U',
    label: 'Unblock',
    effect: () => 'The buyer can order and pay again. Held orders stay on hold until each is decided.',
  },
  erase: {
    key: 'X',
    label: 'Delete personal data',
    effect: () =>
      'The account and the buyer’s personal data are deleted permanently. Amounts and ledger entries stay, without a name.',
  },
};

/** Returns the acts on a buyer with their effects, each checked by the code that executes it. */
export async function listBuyerActions(
  context: ConsoleContext,
  person: ConsolePerson,
  { id, standing, requests }: { id: string; standing: BuyerState; requests: readonly OperatorRequest[] },
): Promise<Decision[]> {
  const { rules } = context.settings();
  return Promise.all(
    BUYER_ACTIONS.map((action) => {
      const { effect, ...offered } = OFFERED[action];
      return buildDecisionOption(context, person, {
        ...offered,
        action,
        subject: id,
        input: {},
        effect: effect(standing),
        closed: findBuyerActionProblem(action, standing, rules) ?? explainPendingRequest(action, requests),
      });
    }),
  );
}

/** Returns why the same act cannot be requested again while an earlier request is open; empty if it can. */
function explainPendingRequest(action: BuyerAction, requests: readonly OperatorRequest[]): string {
  const open = requests.find((each) => each.action === action && ['waiting', 'approved'].includes(each.status));
  if (!open) return '';
  return open.status === 'waiting'
    ? `${open.who} has requested this: request ${open.id} awaits a second approval.`
    : `${open.who} has requested this. It is being processed.`;
}

function openOrderWords(orders: number): string {
  if (orders === 0) return 'There are no open orders.';
  return orders === 1
    ? 'The open order is put on hold if it still can be; a signed payout completes.'
    : `Of ${orders} open orders, those that still can be are put on hold; signed payouts complete.`;
}
