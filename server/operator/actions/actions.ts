import type { ActionRight } from '../../platform/persons/actionRight.ts';
import type { RequestedAction } from '../../platform/persons/requestedAction.ts';
import { type Action, type ActionExecutor, formatActionTitle, findInputRight as rightOfAction } from '../action.ts';
import type { NewRequest } from '../requestStore.ts';
import { isApprovalNeeded, type ThresholdContext } from '../thresholds/approvalThreshold.ts';
import { acceptDifference } from './acceptDifference.ts';
import { acceptSanctionsList } from './acceptSanctionsList.ts';
import { acknowledgeAlert } from './acknowledgeAlert.ts';
import { allowAddress } from './allowAddress.ts';
import { blockBuyer } from './blockBuyer.ts';
import { bookDifference } from './bookDifference.ts';
import { bookSharePayment } from './bookSharePayment.ts';
import { bookSwap } from './bookSwap.ts';
import { bookTopUp } from './bookTopUp.ts';
import { bookUnmatchedLine } from './bookUnmatchedLine.ts';
import { bumpPayoutFee } from './bumpPayoutFee.ts';
import { cancelOrderPayout } from './cancelOrderPayout.ts';
import { changeAlertAddress } from './changeAlertAddress.ts';
import { removeConfiguration, setConfiguration } from './changeConfiguration.ts';
import { changeDuty } from './changeDuty.ts';
import { clearHeldOrder } from './clearHeldOrder.ts';
import { endSessions } from './endSessions.ts';
import { eraseAccount } from './eraseAccount.ts';
import { freezeOrder } from './freezeOrder.ts';
import { giveUpConversion } from './giveUpConversion.ts';
import { importBankStatement } from './importBankStatement.ts';
import { markTransferBooked } from './markTransferBooked.ts';
import { markTransferRefused } from './markTransferRefused.ts';
import { matchBooking } from './matchBooking.ts';
import { putOrderOnHold } from './putOrderOnHold.ts';
import { reassignAlert } from './reassignAlert.ts';
import { recoverOrderLoss } from './recoverOrderLoss.ts';
import { redirectUnmatchedRefund } from './redirectUnmatchedRefund.ts';
import { reenablePartnerEndpoint } from './reenablePartnerEndpoint.ts';
import { refundOrder } from './refundOrder.ts';
import { refundOrderByBank } from './refundOrderByBank.ts';
import { refuseHeldOrder } from './refuseHeldOrder.ts';
import { replayEvents } from './replayEvents.ts';
import { requestDocument } from './requestDocument.ts';
import { returnUnmatchedPayment } from './returnUnmatchedPayment.ts';
import { reverseManualBooking } from './reverseManualBooking.ts';
import { reviewBuyer } from './reviewBuyer.ts';
import { rotatePartnerKey } from './rotatePartnerKey.ts';
import { rotatePartnerLinkKey } from './rotatePartnerLinkKey.ts';
import { rotatePartnerSecret } from './rotatePartnerSecret.ts';
import { sendEvidence } from './sendEvidence.ts';
import { sendTestEvents } from './sendTestEvents.ts';
import { setBuyerLevel } from './setBuyerLevel.ts';
import { setRefundPayee } from './setRefundPayee.ts';
import { settleAlert } from './settleAlert.ts';
import { snoozeDifference } from './snoozeDifference.ts';
import { startSigning } from './startSigning.ts';
import { stopSigning } from './stopSigning.ts';
import { unblockBuyer } from './unblockBuyer.ts';
import { unfreezeOrder } from './unfreezeOrder.ts';
import { vouchForOrder } from './vouchForOrder.ts';
import { withdrawCoins } from './withdrawCoins.ts';

/** Every action that people request, in the order in which the help prints their commands. */
export const actions = [
  setConfiguration,
  removeConfiguration,
  putOrderOnHold,
  clearHeldOrder,
  refuseHeldOrder,
  freezeOrder,
  unfreezeOrder,
  refundOrder,
  giveUpConversion,
  matchBooking,
  returnUnmatchedPayment,
  recoverOrderLoss,
  setRefundPayee,
  redirectUnmatchedRefund,
  markTransferRefused,
  markTransferBooked,
  refundOrderByBank,
  vouchForOrder,
  cancelOrderPayout,
  bumpPayoutFee,
  reviewBuyer,
  sendEvidence,
  importBankStatement,
  endSessions,
  requestDocument,
  setBuyerLevel,
  blockBuyer,
  unblockBuyer,
  eraseAccount,
  bookSwap,
  bookUnmatchedLine,
  withdrawCoins,
  bookTopUp,
  allowAddress,
  stopSigning,
  startSigning,
  rotatePartnerKey,
  rotatePartnerSecret,
  rotatePartnerLinkKey,
  replayEvents,
  sendTestEvents,
  reenablePartnerEndpoint,
  bookSharePayment,
  settleAlert,
  acknowledgeAlert,
  reassignAlert,
  changeDuty,
  changeAlertAddress,
  acceptDifference,
  bookDifference,
  snoozeDifference,
  reverseManualBooking,
  acceptSanctionsList,
] as const satisfies readonly Action[];

export type ActionName = (typeof actions)[number]['name'];

const actionsByName = new Map<string, Action>(actions.map((action) => [action.name, action]));

/** Returns the action of this name, or undefined. */
export function findAction(name: string): Action | undefined {
  return actionsByName.get(name);
}

export function getAction(name: ActionName): Action {
  return requireAction({ action: name });
}

/** Returns the action of a request that was already checked. Throws if there is none. */
export function requireAction({ action }: Pick<RequestedAction, 'action'>): Action {
  const found = findAction(action);
  if (!found) throw new Error(`there is no action ${action}`);
  return found;
}

export function isActionName(name: string): name is ActionName {
  return actionsByName.has(name);
}

export function listActionNames(doneBy: ActionExecutor): readonly string[] {
  return actions.filter((action) => action.doneBy === doneBy).map(({ name }) => name);
}

/** Returns who may request and approve exactly this; undefined if no one may request it. */
export function findRequestRight({
  action,
  input,
}: Pick<RequestedAction, 'action' | 'input'>): ActionRight | undefined {
  const found = findAction(action);
  return found && rightOfAction(found, input);
}

/** Like {@link isApprovalNeeded}, by the action name in the request. */
export async function isRequestApprovalNeeded(context: ThresholdContext, request: NewRequest): Promise<boolean> {
  return isApprovalNeeded(context, requireAction(request), request);
}

/** Returns a readable title of a request. A row may name any action. */
export function formatRequestTitle(request: RequestedAction): string {
  const action = findAction(request.action);
  return action ? formatActionTitle(action, request) : `${request.action} ${request.subject}`;
}
