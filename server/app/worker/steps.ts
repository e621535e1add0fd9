import { executeRemainder } from '../../purchase/conversion/steps/executeRemainder.ts';
import { startConversion } from '../../purchase/conversion/steps/startConversion.ts';
import { syncConversion } from '../../purchase/conversion/steps/syncConversion.ts';
import { bumpPayout } from '../../purchase/delivery/steps/bumpPayout.ts';
import { notifyBuyer } from '../../purchase/delivery/steps/notifyBuyer.ts';
import { rebroadcastPayout } from '../../purchase/delivery/steps/rebroadcastPayout.ts';
import { requestConsent } from '../../purchase/delivery/steps/requestConsent.ts';
import { sendPayout } from '../../purchase/delivery/steps/sendPayout.ts';
import { syncPayout } from '../../purchase/delivery/steps/syncPayout.ts';
import { watchPayout } from '../../purchase/delivery/steps/watchPayout.ts';
import { type OpenCheckContext, openIdentityCheck } from '../../purchase/identity/steps/openIdentityCheck.ts';
import { syncIdentity } from '../../purchase/identity/steps/syncIdentity.ts';
import type { EffectName } from '../../purchase/order/machine/transitions.ts';
import type { Step } from '../../purchase/order/stepRunner/defineStep.ts';
import type { StepContext } from '../../purchase/order/stepRunner/runStep.ts';
import { alertOperator } from '../../purchase/order/steps/alertOperator.ts';
import { authorizePayment } from '../../purchase/payment/steps/authorizePayment.ts';
import { capturePayment } from '../../purchase/payment/steps/capturePayment.ts';
import { syncPayment } from '../../purchase/payment/steps/syncPayment.ts';
import { voidAttempt } from '../../purchase/payment/steps/voidAttempt.ts';
import { voidPayment } from '../../purchase/payment/steps/voidPayment.ts';
import { syncProvider } from '../../purchase/provider/steps/syncProvider.ts';
import { refundPayment } from '../../purchase/refund/steps/refundPayment.ts';
import { refundReceipt } from '../../purchase/refund/steps/refundReceipt.ts';
import { refundSurplus } from '../../purchase/refund/steps/refundSurplus.ts';
import { syncRefund } from '../../purchase/refund/steps/syncRefund.ts';
import type { Context, MarketProviders } from '../context.ts';

/** Dependencies of the steps of all modules. */
export type StepsContext = Context & MarketProviders & StepContext & Pick<OpenCheckContext, 'queueOrderMail'>;

/** The step of every effect of the order machine; a missing one is a compile error. */
export const orderSteps: { readonly [Effect in EffectName]: Step<StepsContext> } = {
  authorize_payment: authorizePayment,
  sync_payment: syncPayment,
  capture_payment: capturePayment,
  void_payment: voidPayment,
  void_attempt: voidAttempt,
  refund_payment: refundPayment,
  refund_surplus: refundSurplus,
  refund_receipt: refundReceipt,
  sync_refund: syncRefund,
  open_identity_check: openIdentityCheck,
  sync_identity: syncIdentity,
  request_consent: requestConsent,
  start_conversion: startConversion,
  sync_conversion: syncConversion,
  execute_remainder: executeRemainder,
  send_payout: sendPayout,
  sync_payout: syncPayout,
  watch_payout: watchPayout,
  rebroadcast_payout: rebroadcastPayout,
  bump_payout: bumpPayout,
  sync_provider: syncProvider,
  notify_buyer: notifyBuyer,
  alert_operator: alertOperator,
};

export function isStep(name: string): name is EffectName {
  return Object.hasOwn(orderSteps, name);
}
