import type { CallData, CallInput } from '@slipway/contract/calls.ts';
import { isOwnOffer, OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import { getPayMethodTraits, type PayMethod } from '@slipway/contract/entities/payMethods.ts';
import { isBlocked } from '../../account/blockStore.ts';
import { requireRecentProof } from '../../account/sessions/requireRecentProof.ts';
import { NO_PARTNER } from '../../partner/partner.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Caller, Handlers } from '../../platform/http/handlers.ts';
import { randomToken, sha256 } from '../../platform/secrets.ts';
import { saveAddress } from '../address/addressBookStore.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { OWN_OFFER_IMAGE } from '../catalog/catalogImages.ts';
import { findReportedAmounts } from '../offer/providerOrderStore.ts';
import { type CreateOrderContext, createOrder } from './creation/createOrder.ts';
import { applyEvent, type OrderMachine } from './machine/applyEvent.ts';
import type { Order } from './order.ts';
import { findOrder, listOrders } from './orderStore.ts';
import { ownsOrder } from './ownershipStore.ts';
import { exportBuyer } from './presentation/exportBuyer.ts';
import { type OrderPresentation, presentBareOrder, presentOrder, summarizeOrder } from './presentation/presentOrder.ts';

export type OrderCallsContext = CreateOrderContext & {
  readonly machine: OrderMachine;
  readonly catalog: Catalog;
  /** Loads the data that the order's page shows in addition to the order, such as its card and its delivery. */
  readonly readPresentation: (order: Order) => Promise<OrderPresentation>;
  /** Returns the page where the buyer pays an order that another provider fulfils. Throws `provider_unavailable`. */
  readonly openProviderPage: (order: Order) => Promise<{ readonly name: string; readonly url: string }>;
};

type OrderCall =
  | 'order'
  | 'coinOrder'
  | 'cryptoOrder'
  | 'orderList'
  | 'orderDetail'
  | 'providerPage'
  | 'getConfirmedBlock'
  | 'cancelOrder'
  | 'exportData';

const GUEST_COOKIE_SECONDS = 30 * 24 * 60 * 60;

export function orderCalls(context: OrderCallsContext): Pick<Handlers, OrderCall> {
  const { database, catalog, machine } = context;

  async function requireOrder(orderNo: string): Promise<Order> {
    const order = await findOrder(database, orderNo);
    if (!order) throw new AppError('order_not_found');
    return order;
  }

  async function placeOrder(submission: CallInput<'coinOrder'>, caller: Caller): Promise<string> {
    const orderNo = await createOrder(context, submission, {
      buyerId: caller.session?.buyerId ?? null,
      accountPartner: caller.session?.partnerId ?? NO_PARTNER,
      kycLevel: caller.session?.kycLevel ?? 0,
      guestHash: caller.session ? null : ensureGuestHash(caller),
      country: caller.country,
      locale: caller.locale,
      clientAddress: caller.address,
      ...(caller.session && { isProved: caller.session.isProved, isLevelSet: caller.session.isLevelSet === true }),
    });
    if (submission.saveAddress && caller.session) await saveOrderAddress(context, orderNo, caller.session.buyerId);
    return orderNo;
  }

  const coinOrder: Handlers['coinOrder'] = async (submission, caller) => {
    if (!isOwnOffer(submission.offerType)) throw new AppError('provider_unavailable');
    const orderNo = await placeOrder(submission, caller);
    return {
      data: {
        orderNo,
        service: OWN_OFFER_TYPE,
        nextStepContent: buildNextStepUrl(submission.payMethod, orderNo),
        serviceLogoUrl: OWN_OFFER_IMAGE,
      },
    };
  };

  /** The order is stored before the page is requested from its provider: repeating the submission requests the page again. */
  const cryptoOrder: Handlers['cryptoOrder'] = async (submission, caller) => {
    if (isOwnOffer(submission.offerType)) throw new AppError('provider_unavailable');
    const order = await requireOrder(await placeOrder(submission, caller));
    const { name, url } = await context.openProviderPage(order);
    return { data: { orderNo: order.orderNo, service: name, nextStepContent: url, serviceLogoUrl: '' } };
  };

  return {
    coinOrder,
    cryptoOrder,
    order: async (submission, caller) => {
      const { data } = await (isOwnOffer(submission.offerType)
        ? coinOrder(submission, caller)
        : cryptoOrder(submission, caller));
      return { data };
    },

    async orderList({ page, pageSize }, { session }) {
      const { orders, total } = await listOrders(database, session.buyerId, { page, pageSize });
      const reportedAmounts = await findReportedAmounts(
        database,
        orders.map(({ id }) => id),
      );
      const list = orders.map((order) => summarizeOrder(order, catalog, reportedAmounts.get(order.id)));
      return { data: { page, pageSize, total, list } };
    },

    async orderDetail({ orderNo }, caller): Promise<{ data: CallData<'orderDetail'> }> {
      const order = await requireOrder(orderNo);
      if (!(await ownsOrder(database, order, caller))) return { data: presentBareOrder(order, false) };
      return { data: presentOrder(order, catalog, await context.readPresentation(order)) };
    },

    async providerPage({ orderNo }, caller) {
      const order = await requireOrder(orderNo);
      if (!(await ownsOrder(database, order, caller))) throw new AppError('order_not_yours');
      if (order.buyerId !== null && (await isBlocked(database, order.buyerId))) throw new AppError('buying_paused');
      const { name, url } = await context.openProviderPage(order);
      return { data: { service: name, nextStepContent: url } };
    },

    async getConfirmedBlock({ orderNo }, caller) {
      const order = await requireOrder(orderNo);
      const { delivery, blocks } = await context.readPresentation(order);
      const isOwner = await ownsOrder(database, order, caller);
      return {
        data: {
          ...blocks,
          transactionId: isOwner ? (delivery?.transactionId ?? '') : '',
          explorerUrl: isOwner ? (delivery?.explorerUrl ?? '') : '',
        },
      };
    },

    async cancelOrder({ orderNo }, caller) {
      const order = await requireOrder(orderNo);
      if (!(await ownsOrder(database, order, caller))) throw new AppError('order_not_yours');
      const isCancellable =
        order.status === 'awaiting_payment' ||
        order.status === 'awaiting_identity' ||
        order.status === 'awaiting_consent';
      if (order.status !== 'cancelled' && !isCancellable) throw new AppError('not_cancellable');
      if (order.status === 'cancelled') return { data: {} };
      const key = `buyer:cancelled:${order.eventSequence}`;
      const { outcome } = await database.repeatableTransaction((transaction) =>
        applyEvent(machine, transaction, order.id, { kind: 'buyer_cancelled', key, facts: {} }),
      );
      // The order was paid or held in the meantime.
      if (outcome === 'unexpected') throw new AppError('not_cancellable');
      return { data: {} };
    },

    async exportData(_input, { session }) {
      requireRecentProof(session);
      return { data: await exportBuyer(context, session) };
    },
  };
}

/** Returns the hash of the guest's cookie; sets the cookie if the browser has none. */
function ensureGuestHash(caller: Caller): Buffer {
  if (caller.guestHash) return caller.guestHash;
  const cookie = randomToken(32);
  caller.cookies.set('guest', cookie, GUEST_COOKIE_SECONDS);
  return sha256(cookie);
}

function buildNextStepUrl(payMethod: PayMethod, orderNo: string): string {
  return `${getPayMethodTraits(payMethod).payPage}?orderNo=${orderNo}`;
}

/** Saves the order's address, which was validated and normalized, for the buyer. */
async function saveOrderAddress({ database }: OrderCallsContext, orderNo: string, buyerId: string): Promise<void> {
  const order = await findOrder(database, orderNo);
  if (!order) return;
  await saveAddress(database, buyerId, {
    addressId: `adr_${randomToken()}`,
    crypto: order.receiveCurrency,
    network: order.network,
    address: order.address,
    name: '',
  });
}
