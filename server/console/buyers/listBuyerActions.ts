import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { blockBuyer } from '../../operator/actions/buyers/blockBuyer.ts';
import { eraseAccount } from '../../operator/actions/buyers/eraseAccount.ts';
import { liftLegalHold } from '../../operator/actions/buyers/liftLegalHold.ts';
import { placeLegalHold } from '../../operator/actions/buyers/placeLegalHold.ts';
import { requestDocument } from '../../operator/actions/buyers/requestDocument.ts';
import { setBuyerLevel } from '../../operator/actions/buyers/setBuyerLevel.ts';
import { unblockBuyer } from '../../operator/actions/buyers/unblockBuyer.ts';
import type { BuyerState } from '../../operator/buyer/buyerStateStore.ts';
import { type BuyerAction, findBuyerActionProblem } from '../../operator/buyer/findBuyerActionProblem.ts';
import type { OperatorRequest } from '../../operator/requests/requestStore.ts';
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
