import { AppError } from '../../platform/http/appError.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { CardAcquirer } from '../../providers/card/cardPort.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { applyEvent } from '../order/machine/applyEvent.ts';
import { isFulfilledByProvider, type Order } from '../order/order.ts';
import type { EventByKind } from '../order/orderEventKinds.ts';
import { findOrder, lockOrder } from '../order/orderStore.ts';
import { ownsOrder } from '../order/ownershipStore.ts';
import { presentTrade } from '../order/presentation/presentOrder.ts';
import { formatReceive } from '../quote/pricedQuote.ts';
import { assessGuards, type GuardContext } from './assessment/assessOrder.ts';
import { findNewestAttempt } from './attemptStore.ts';
import { type PayOrderContext, payOrder } from './cardPayments/payOrder.ts';

export type PaymentCallsContext = GuardContext &
  PayOrderContext & { readonly card: CardAcquirer; readonly catalog: Catalog };

export function paymentCalls(
  context: PaymentCallsContext,
): Pick<Handlers, 'payOrder' | 'checkoutInfo' | 'answerRequote'> {
  const { database, catalog, card, machine } = context;
  return {
    async payOrder(input, { session }) {
      return { data: await payOrder(context, input, session) };
    },

    async checkoutInfo({ orderNo }, { session }) {
      const order = await findOrder(database, orderNo);
      if (!order) throw new AppError('order_not_found');
      if (order.buyerId !== session.buyerId) throw new AppError('order_not_yours');
      if (isFulfilledByProvider(order)) throw new AppError('order_not_payable');
      const attempt = await findNewestAttempt(database, order.id);
      const needsAction =
        order.status === 'authorizing' &&
        attempt?.id === order.currentAttemptId &&
        attempt.status === 'requires_action';
      return {
        data: {
          orderNo: order.orderNo,
          status: order.status,
          ...presentTrade(order, catalog),
          address: order.address,
          payBefore: Math.floor(order.paymentDeadline.getTime() / 1000),
          triesLeft: order.triesLeft,
          acquirer: {
            id: card.id,
            publicKey: card.browser.publicKey,
            scriptUrl: card.browser.scriptUrl,
            ...card.browser.toFieldsAmount(order.pay),
          },
          nextAction: needsAction && attempt.clientSecret ? { clientSecret: attempt.clientSecret } : null,
          refusal: attempt?.refusal ?? null,
        },
      };
    },

    async answerRequote({ orderNo, agree, newGetCurrencyAmount }, caller) {
      const order = await findOrder(database, orderNo);
      if (!order) throw new AppError('order_not_found');
      if (!(await ownsOrder(database, order, caller))) throw new AppError('order_not_yours');
      const offered = order.status === 'awaiting_consent' ? order.requote : null;
      if (!offered || formatReceive(offered) !== newGetCurrencyAmount) throw new AppError('no_new_price');
      const event = await buildRequoteEvent(context, order, offered.units, agree);
      const { outcome } = await database.repeatableTransaction(async (transaction) => {
        // The deadline applies even if no worker has run since it passed.
        const { order: present, now } = await lockOrder(transaction, order.id);
        if (present.deadlineAt !== null && now >= present.deadlineAt) throw new AppError('no_new_price');
        return applyEvent(machine, transaction, order.id, event);
      });
      if (outcome === 'unexpected') throw new AppError('no_new_price');
      return { data: {} };
    },
  };
}

async function buildRequoteEvent(
  context: GuardContext,
  order: Order,
  units: bigint,
  agree: boolean,
): Promise<EventByKind<'requote_accepted' | 'requote_declined'>> {
  // The same amount may be offered in a later wait: each wait has its own answer.
  const key = `requote:${units}:${order.eventSequence}`;
  if (!agree) return { kind: 'requote_declined', key, facts: { units } };
  const assessment = await assessGuards(context, order);
  return { kind: 'requote_accepted', key, facts: { units, assessment } };
}
