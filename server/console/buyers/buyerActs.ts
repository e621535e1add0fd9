import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { DOCUMENT_ASKED_DAYS } from '../../account/documentRequestStore.ts';
import { againstBuyerAct } from '../../operator/buyer/againstBuyerAct.ts';
import type { BuyerStanding } from '../../operator/buyer/buyerStandingStore.ts';
import { BUYER_ACTIONS, type BuyerAction } from '../../operator/requestActions.ts';
import type { OperatorRequest } from '../../operator/requestStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { offeredDecision, type Way } from '../reviews/offeredDecision.ts';

type Decision = ConsoleCallData<'buyer'>['decisions'][number];

type Offered = Pick<Way, 'key' | 'label'> & { readonly effect: (standing: BuyerStanding) => string };

const OFFERED: Readonly<Record<BuyerAction, Offered>> = {
  'ask-document': {
    key: 'D',
    label: 'Ask for a document',
    effect: () =>
      `A letter tells the buyer. They show a document, again too, before their next order is paid: what was shown before counts no longer. Paid orders go on. It lapses after ${DOCUMENT_ASKED_DAYS} days.`,
  },
  'set-level': {
    key: 'L',
    label: 'Set the level',
    effect: ({ verifiedLevel }) =>
      `Limits and new orders follow at once, until the day that you name; then it is what was verified, at present ${verifiedLevel}. Paid orders stay as they are.`,
  },
  block: {
    key: 'B',
    label: 'Block',
    effect: ({ openOrders }) =>
      `The buyer can log in, see orders and get money back, and neither order nor pay: they are told to write to support, and not why. ${openOrderWords(openOrders)}`,
  },
  unblock: {
    key: 'U',
    label: 'Unblock',
    effect: () => 'The buyer can order and pay again. Orders that are held stay held until each is decided.',
  },
  erase: {
    key: 'X',
    label: 'Erase for good',
    effect: () =>
      'The account, and what is kept of the buyer, are erased. It cannot be undone. Amounts and postings stay, without a name.',
  },
};

/** What this person may ask for about a buyer, with what it does: judged by what does it in the end. */
export async function buyerActs(
  context: ConsoleContext,
  person: ConsolePerson,
  { id, standing, requests }: { id: string; standing: BuyerStanding; requests: readonly OperatorRequest[] },
): Promise<Decision[]> {
  const { rules } = context.settings();
  return Promise.all(
    BUYER_ACTIONS.map((action) => {
      const { effect, ...offered } = OFFERED[action];
      return offeredDecision(context, person, {
        ...offered,
        action,
        subject: id,
        input: {},
        effect: effect(standing),
        closed: againstBuyerAct(action, standing, rules) ?? askedBefore(action, requests),
      });
    }),
  );
}

/** One person's question is answered before another asks the same. */
function askedBefore(action: BuyerAction, requests: readonly OperatorRequest[]): string {
  const open = requests.find((each) => each.action === action && ['waiting', 'approved'].includes(each.status));
  if (!open) return '';
  return open.status === 'waiting'
    ? `${open.who} has asked for it: request ${open.id} waits for a second person.`
    : `${open.who} has asked for it: it is being done.`;
}

function openOrderWords(orders: number): string {
  if (orders === 0) return 'There are no open orders.';
  return orders === 1
    ? 'The open order is put on hold if it still can be; a signed payout completes.'
    : `Of ${orders} open orders, those that still can be are put on hold; signed payouts complete.`;
}
