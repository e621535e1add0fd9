import type { ActionRight } from '../../platform/persons/actionRight.ts';
import type { RequestedAction } from '../../platform/persons/requestedAction.ts';
import { type Action, type ActionExecutor, findInputRight, formatActionTitle } from '../action.ts';
import type { NewRequest } from '../requests/requestStore.ts';
import { isApprovalNeeded, type ThresholdContext } from '../thresholds/approvalThreshold.ts';
import { acceptSanctionsList } from './acceptSanctionsList.ts';
import { acknowledgeAlert } from './alerts/acknowledgeAlert.ts';
import { changeAlertAddress } from './alerts/changeAlertAddress.ts';
import { changeDuty } from './alerts/changeDuty.ts';
import { reassignAlert } from './alerts/reassignAlert.ts';
import { settleAlert } from './alerts/settleAlert.ts';
import { bookSharePayment } from './bookings/bookSharePayment.ts';
import { bookUnmatchedLine } from './bookings/bookUnmatchedLine.ts';
import { importBankStatement } from './bookings/importBankStatement.ts';
import { matchBooking } from './bookings/matchBooking.ts';
import { reverseManualBooking } from './bookings/reverseManualBooking.ts';
import { blockBuyer } from './buyers/blockBuyer.ts';
import { endSessions } from './buyers/endSessions.ts';
import { eraseAccount } from './buyers/eraseAccount.ts';
import { liftLegalHold } from './buyers/liftLegalHold.ts';
import { placeLegalHold } from './buyers/placeLegalHold.ts';
import { requestDocument } from './buyers/requestDocument.ts';
import { reviewBuyer } from './buyers/reviewBuyer.ts';
import { setBuyerLevel } from './buyers/setBuyerLevel.ts';
import { unblockBuyer } from './buyers/unblockBuyer.ts';
import { removeConfiguration, setConfiguration } from './changeConfiguration.ts';
import { acceptDifference } from './differences/acceptDifference.ts';
import { bookDifference } from './differences/bookDifference.ts';
import { snoozeDifference } from './differences/snoozeDifference.ts';
import { bumpPayoutFee } from './orders/bumpPayoutFee.ts';
import { cancelOrderPayout } from './orders/cancelOrderPayout.ts';
import { clearHeldOrder } from './orders/clearHeldOrder.ts';
import { freezeOrder } from './orders/freezeOrder.ts';
import { giveUpConversion } from './orders/giveUpConversion.ts';
import { putOrderOnHold } from './orders/putOrderOnHold.ts';
import { recoverOrderLoss } from './orders/recoverOrderLoss.ts';
import { refuseHeldOrder } from './orders/refuseHeldOrder.ts';
import { unfreezeOrder } from './orders/unfreezeOrder.ts';
import { invitePartnerOwner } from './partners/invitePartnerOwner.ts';
import { reenablePartnerEndpoint } from './partners/reenablePartnerEndpoint.ts';
import { rejectChangeRequest } from './partners/rejectChangeRequest.ts';
import { replayEvents } from './partners/replayEvents.ts';
import { rotatePartnerKey } from './partners/rotatePartnerKey.ts';
import { rotatePartnerLinkKey } from './partners/rotatePartnerLinkKey.ts';
import { rotatePartnerSecret } from './partners/rotatePartnerSecret.ts';
import { sendTestEvents } from './partners/sendTestEvents.ts';
import { markTransferBooked } from './refunds/markTransferBooked.ts';
import { markTransferRefused } from './refunds/markTransferRefused.ts';
import { redirectUnmatchedRefund } from './refunds/redirectUnmatchedRefund.ts';
import { refundOrder } from './refunds/refundOrder.ts';
import { refundOrderByBank } from './refunds/refundOrderByBank.ts';
import { returnUnmatchedPayment } from './refunds/returnUnmatchedPayment.ts';
import { setRefundPayee } from './refunds/setRefundPayee.ts';
import { sendEvidence } from './sendEvidence.ts';
import { startSigning } from './signing/startSigning.ts';
import { stopSigning } from './signing/stopSigning.ts';
import { vouchForOrder } from './signing/vouchForOrder.ts';
import { allowAddress } from './treasury/allowAddress.ts';
import { bookSwap } from './treasury/bookSwap.ts';
import { bookTopUp } from './treasury/bookTopUp.ts';
import { withdrawCoins } from './treasury/withdrawCoins.ts';

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
  placeLegalHold,
  liftLegalHold,
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
  invitePartnerOwner,
  rejectChangeRequest,
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

/** Returns the action of a checked request. Throws if there is none of that name. */
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

/** Returns who may request and approve an action with this input; undefined if no one may, or if the action is unknown. */
export function findRequestRight({
  action,
  input,
}: Pick<RequestedAction, 'action' | 'input'>): ActionRight | undefined {
  const found = findAction(action);
  return found && findInputRight(found, input);
}

/** Like {@link isApprovalNeeded}, for the action that the request names. */
export async function isRequestApprovalNeeded(context: ThresholdContext, request: NewRequest): Promise<boolean> {
  return isApprovalNeeded(context, requireAction(request), request);
}

/** Returns a readable title of a request. A database row may name an unknown action. */
export function formatRequestTitle(request: RequestedAction): string {
  const action = findAction(request.action);
  return action ? formatActionTitle(action, request) : `${request.action} ${request.subject}`;
}
