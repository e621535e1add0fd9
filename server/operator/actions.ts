import { endSessions } from '../account/actions/endSessions.ts';
import { eraseAccount } from '../account/actions/eraseAccount.ts';
import { liftLegalHold } from '../account/actions/liftLegalHold.ts';
import { placeLegalHold } from '../account/actions/placeLegalHold.ts';
import { requestDocument } from '../account/actions/requestDocument.ts';
import { reviewBuyer } from '../account/actions/reviewBuyer.ts';
import { setBuyerLevel } from '../account/actions/setBuyerLevel.ts';
import { unblockBuyer } from '../account/actions/unblockBuyer.ts';
import { type ActionExecutor, findInputRight, formatActionTitle } from '../action/action.ts';
import type { NewRequest } from '../action/requests/requestStore.ts';
import { removeConfiguration, setConfiguration } from '../configuration/actions/changeConfiguration.ts';
import { acknowledgeAlert } from '../notification/actions/acknowledgeAlert.ts';
import { changeAlertAddress } from '../notification/actions/changeAlertAddress.ts';
import { changeDuty } from '../notification/actions/changeDuty.ts';
import { reassignAlert } from '../notification/actions/reassignAlert.ts';
import { settleAlert } from '../notification/actions/settleAlert.ts';
import { invitePartnerOwner } from '../partnerPages/actions/invitePartnerOwner.ts';
import { reenablePartnerEndpoint } from '../partnerPages/actions/reenablePartnerEndpoint.ts';
import { rejectChangeRequest } from '../partnerPages/actions/rejectChangeRequest.ts';
import { replayEvents } from '../partnerPages/actions/replayEvents.ts';
import { rotatePartnerKey } from '../partnerPages/actions/rotatePartnerKey.ts';
import { rotatePartnerLinkKey } from '../partnerPages/actions/rotatePartnerLinkKey.ts';
import { rotatePartnerSecret } from '../partnerPages/actions/rotatePartnerSecret.ts';
import { sendTestEvents } from '../partnerPages/actions/sendTestEvents.ts';
import type { ActionRight } from '../platform/persons/actionRight.ts';
import type { RequestedAction } from '../platform/persons/requestedAction.ts';
import { blockBuyer } from '../purchase/actions/buyers/blockBuyer.ts';
import { sendEvidence } from '../purchase/actions/disputes/sendEvidence.ts';
import { bumpPayoutFee } from '../purchase/actions/orders/bumpPayoutFee.ts';
import { cancelOrderPayout } from '../purchase/actions/orders/cancelOrderPayout.ts';
import { clearHeldOrder } from '../purchase/actions/orders/clearHeldOrder.ts';
import { freezeOrder } from '../purchase/actions/orders/freezeOrder.ts';
import { giveUpConversion } from '../purchase/actions/orders/giveUpConversion.ts';
import { matchBooking } from '../purchase/actions/orders/matchBooking.ts';
import { putOrderOnHold } from '../purchase/actions/orders/putOrderOnHold.ts';
import { recoverOrderLoss } from '../purchase/actions/orders/recoverOrderLoss.ts';
import { refuseHeldOrder } from '../purchase/actions/orders/refuseHeldOrder.ts';
import { unfreezeOrder } from '../purchase/actions/orders/unfreezeOrder.ts';
import { vouchForOrder } from '../purchase/actions/orders/vouchForOrder.ts';
import { markTransferBooked } from '../purchase/actions/refunds/markTransferBooked.ts';
import { markTransferRefused } from '../purchase/actions/refunds/markTransferRefused.ts';
import { redirectUnmatchedRefund } from '../purchase/actions/refunds/redirectUnmatchedRefund.ts';
import { refundOrder } from '../purchase/actions/refunds/refundOrder.ts';
import { refundOrderByBank } from '../purchase/actions/refunds/refundOrderByBank.ts';
import { returnUnmatchedPayment } from '../purchase/actions/refunds/returnUnmatchedPayment.ts';
import { setRefundPayee } from '../purchase/actions/refunds/setRefundPayee.ts';
import { acceptDifference } from '../reconciliation/actions/acceptDifference.ts';
import { bookDifference } from '../reconciliation/actions/bookDifference.ts';
import { bookUnmatchedLine } from '../reconciliation/actions/bookUnmatchedLine.ts';
import { reverseManualBooking } from '../reconciliation/actions/reverseManualBooking.ts';
import { snoozeDifference } from '../reconciliation/actions/snoozeDifference.ts';
import { acceptSanctionsList } from '../risk/actions/acceptSanctionsList.ts';
import { startSigning } from '../signer/actions/startSigning.ts';
import { stopSigning } from '../signer/actions/stopSigning.ts';
import { allowAddress } from '../treasury/actions/allowAddress.ts';
import { bookSharePayment } from '../treasury/actions/bookSharePayment.ts';
import { bookSwap } from '../treasury/actions/bookSwap.ts';
import { bookTopUp } from '../treasury/actions/bookTopUp.ts';
import { importBankStatement } from '../treasury/actions/importBankStatement.ts';
import { withdrawCoins } from '../treasury/actions/withdrawCoins.ts';
import type { OperatorAction } from './operatorAction.ts';
import { type ApprovalContext, isApprovalNeeded } from './requests/isApprovalNeeded.ts';

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
] as const satisfies readonly OperatorAction[];

export type ActionName = (typeof actions)[number]['name'];

const actionsByName = new Map<string, OperatorAction>(actions.map((action) => [action.name, action]));

/** Returns the action of this name, or undefined. */
export function findAction(name: string): OperatorAction | undefined {
  return actionsByName.get(name);
}

export function getAction(name: ActionName): OperatorAction {
  return requireAction({ action: name });
}

/** Returns the action of a checked request. Throws if there is none of that name. */
export function requireAction({ action }: Pick<RequestedAction, 'action'>): OperatorAction {
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
export async function isRequestApprovalNeeded(context: ApprovalContext, request: NewRequest): Promise<boolean> {
  return isApprovalNeeded(context, requireAction(request), request);
}

/** Returns a readable title of a request. A database row may name an unknown action. */
export function formatRequestTitle(request: RequestedAction): string {
  const action = findAction(request.action);
  return action ? formatActionTitle(action, request) : `${request.action} ${request.subject}`;
}
