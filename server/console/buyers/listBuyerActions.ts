import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { BuyerState } from '../../account/actions/buyerStateStore.ts';
import { eraseAccount } from '../../account/actions/eraseAccount.ts';
import { type BuyerAction, findBuyerActionProblem } from '../../account/actions/findBuyerActionProblem.ts';
import { liftLegalHold } from '../../account/actions/liftLegalHold.ts';
import { placeLegalHold } from '../../account/actions/placeLegalHold.ts';
import { requestDocument } from '../../account/actions/requestDocument.ts';
import { setBuyerLevel } from '../../account/actions/setBuyerLevel.ts';
import { unblockBuyer } from '../../account/actions/unblockBuyer.ts';
import type { OperatorRequest } from '../../action/requests/requestStore.ts';
import { blockBuyer } from '../../purchase/actions/buyers/blockBuyer.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { buildDecisionOption } from '../reviews/buildDecisionOption.ts';

type Decision = ConsoleCallData<'buyer'>['decisions'][number];

/** The actions in the order of the page, with their keyboard shortcuts. */
const OFFERED = [
  { key: 'D', action: requestDocument },
  { key: 'L', action: setBuyerLevel },
  { key: 'B', action: blockBuyer },
  { key: 'U', action: unblockBuyer },
  { key: 'H', action: placeLegalHold },
  { key: 'R', action: liftLegalHold },
  { key: 'X', action: eraseAccount },
] as const;

/** Returns the actions on a buyer with their effects, each checked by the code that executes it. */
export async function listBuyerActions(
  context: ConsoleContext,
  person: ConsolePerson,
  { id, state, requests }: { id: string; state: BuyerState; requests: readonly OperatorRequest[] },
): Promise<Decision[]> {
  const { rules } = context.settings();
  return Promise.all(
    OFFERED.map(({ key, action: { name, button } }) =>
      buildDecisionOption(context, person, {
        key,
        action: name,
        subject: id,
        input: {},
        ...button(state),
        closed: findBuyerActionProblem(name, state, rules) ?? explainPendingRequest(name, requests),
      }),
    ),
  );
}

/** Returns why the same action cannot be requested again while an earlier request is open; empty if it can. */
function explainPendingRequest(action: BuyerAction, requests: readonly OperatorRequest[]): string {
  const open = requests.find((each) => each.action === action && ['waiting', 'approved'].includes(each.status));
  if (!open) return '';
  return open.status === 'waiting'
    ? `${open.who} has requested this: request ${open.id} awaits a second approval.`
    : `${open.who} has requested this. It is being processed.`;
}
