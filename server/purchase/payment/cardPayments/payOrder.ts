import type { CallInput } from '@slipway/contract/calls.ts';
import { isBlocked } from '../../../account/blockStore.ts';
import { saveBillingAddress } from '../../../account/cards/billingStore.ts';
import { findSavedCard } from '../../../account/cards/savedCardStore.ts';
import { requireRecentProof } from '../../../account/sessions/requireRecentProof.ts';
import { NO_PARTNER, type Partners } from '../../../partner/partner.ts';
import type { Rules } from '../../../platform/config/rules.ts';
import type { Database } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/http/appError.ts';
import type { Session } from '../../../platform/http/handlers.ts';
import { randomToken } from '../../../platform/secrets.ts';
import { isKycLevelCapped, requireNoDocument } from '../../../risk/identityLimit.ts';
import type { RiskContext } from '../../../risk/judgeOrder.ts';
import { type Reserved, reserveLimits } from '../../../risk/reserveLimits.ts';
import { isClearOfRiskRules } from '../../order/creation/isClearOfRiskRules.ts';
import { applyEvent, type OrderMachine } from '../../order/machine/applyEvent.ts';
import { findWalletMethod, isFulfilledByProvider, isPaidByBankTransfer, type Order } from '../../order/order.ts';
import { findOrder, lockOrder } from '../../order/orderStore.ts';
import { findAttemptBySubmission, insertAttempt, type ReservedCard, sumSavedCardEuroCents } from '../attemptStore.ts';

/**
 * Returns the saved card's id if the card may pay; else throws `confirmation_needed`. A session that a partner's server opened
 * does not prove that the buyer is present, so above the partner's daily limit the buyer must confirm.
 */
async function reserveSavedCard(
  reserved: Reserved<'attempt'>,
  partners: Partners,
  payment: {
    readonly order: Pick<Order, 'id' | 'euroCents'>;
    readonly cardId: string;
    readonly session: Pick<Session, 'buyerId' | 'partnerId' | 'isProved'>;
  },
): Promise<ReservedCard> {
  const { order, cardId, session } = payment;
  const isOpenedByPartner = session.partnerId !== NO_PARTNER && !session.isProved;
  if (isOpenedByPartner) {
    const limit = partners.get(session.partnerId)?.savedCardCentsPerDay ?? 0n;
    const spent = await sumSavedCardEuroCents(reserved, session.buyerId, order.id);
    if (spent + order.euroCents > limit) requireRecentProof(session);
  }
  return cardId as ReservedCard;
}

export type PayOrderContext = RiskContext & {
  readonly database: Database;
  readonly machine: OrderMachine;
  readonly rules: Rules;
  readonly partners: () => Partners;
};

export type PaymentSubmitted = { readonly attemptId: string; readonly triesLeft: number };

/**
 * Stores the buyer's press of Pay as an attempt and starts its authorization, in one transaction. Repeating a
 * submission returns the same attempt.
 */
export async function payOrder(
  context: PayOrderContext,
  input: CallInput<'payOrder'>,
  session: Session,
): Promise<PaymentSubmitted> {
  const found = await findOrder(context.database, input.orderNo);
  if (!found) throw new AppError('order_not_found');
  if (found.buyerId !== session.buyerId) throw new AppError('order_not_yours');
  if (session.kycLevel < 1) throw new AppError('details_missing');
  await requirePaymentSource(context, found, input, session);
  if (!(await findAttemptBySubmission(context.database, found.id, input.submissionId))) {
    await requireNoDocument(context, { ...found, orderId: found.id, isLevelCapped: isKycLevelCapped(session) });
  }

  const submitted = await context.database.repeatableTransaction(async (transaction) => {
    const subjects = { ...found, cardFingerprint: '' };
    const reserved = await reserveLimits(transaction, 'attempt', subjects);
    const { order, now } = await lockOrder(transaction, found.id);
    const earlier = await findAttemptBySubmission(transaction, order.id, input.submissionId);
    if (earlier) return { attemptId: earlier.id, triesLeft: order.triesLeft };
    // Checked under the order's lock: a concurrent block of the account processes this order afterwards and finds the
    // attempt.
    if (await isBlocked(transaction, session.buyerId)) throw new AppError('buying_paused');
    requirePayable(order, now);
    // The decision must be committed, so the error is thrown after the transaction.
    if (
      !(await isClearOfRiskRules({ ...context, database: transaction }, { ...found, orderId: found.id }, 'submission'))
    )
      return undefined;
    const attempt = {
      id: `att_${randomToken()}`,
      orderId: order.id,
      submissionId: input.submissionId,
      confirmationToken: input.confirmationToken ?? null,
      savedCardId:
        input.cardId === undefined
          ? null
          : await reserveSavedCard(reserved, context.partners(), { order, cardId: input.cardId, session }),
      // The acquirer stores no card of a wallet, which remains on the buyer's device.
      saveCard: input.saveCard && input.cardId === undefined && !findWalletMethod(order),
    };
    await insertAttempt(reserved, attempt);
    if (input.billing) await saveBillingAddress(transaction, session.buyerId, input.billing);
    const applied = await applyEvent(context.machine, transaction, order.id, {
      kind: 'payment_submitted',
      key: `${attempt.id}:submitted`,
      facts: { attemptId: attempt.id },
    });
    return { attemptId: attempt.id, triesLeft: applied.order.triesLeft };
  });
  if (!submitted) throw new AppError('risk_control');
  return submitted;
}

async function requirePaymentSource(
  { database }: PayOrderContext,
  order: Order,
  input: CallInput<'payOrder'>,
  session: Session,
): Promise<void> {
  if ((input.confirmationToken === undefined) === (input.cardId === undefined)) {
    throw new AppError('malformed', {
      field: 'confirmationToken',
      problem: 'give either confirmationToken or cardId, and not both',
    });
  }
  if (input.cardId !== undefined && findWalletMethod(order)) {
    throw new AppError('malformed', {
      field: 'cardId',
      problem: 'this order is paid with a wallet, not with a saved card',
    });
  }
  if (input.cardId !== undefined && !(await findSavedCard(database, session.buyerId, input.cardId))) {
    throw new AppError('card_not_found');
  }
}

function requirePayable(order: Order, now: Date): void {
  if (isPaidByBankTransfer(order) || isFulfilledByProvider(order)) throw new AppError('order_not_payable');
  if (order.status === 'authorizing' || order.status === 'capturing') throw new AppError('payment_in_progress');
  if (order.status !== 'awaiting_payment' || now >= order.paymentDeadline || order.triesLeft <= 0) {
    throw new AppError('order_not_payable');
  }
}
