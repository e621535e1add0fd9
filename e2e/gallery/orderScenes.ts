import type { Page } from '@playwright/test';
import type { OrderDetail, OrderStatus } from '@slipway/contract/entities/order.ts';
import { expect } from '../world.ts';
import type { GalleryWorld } from './galleryWorld.ts';
import { answerCall, modifyAnswer } from './interceptedAnswers.ts';
import { buildOrderForAmount, buildOrderInStatus, computeDeadline, showOrder } from './orderStates.ts';
import type { Scene } from './scene.ts';
import { expectTitle, waitForPopup } from './sceneSetup.ts';

const HELD_EUROS = '900.00';
const DAY_MINUTES = 24 * 60;

const heldFields: Partial<OrderDetail> = { heldAmount: HELD_EUROS, deadline: computeDeadline(DAY_MINUTES) };

/** Returns a transfer order in another status, of which this amount has been received. */
export function buildTransferOrder(
  order: OrderDetail,
  status: OrderStatus,
  received: string,
  overrides: Partial<OrderDetail> = {},
) {
  const { transfer } = order;
  if (!transfer) throw new Error('The order is not paid by transfer.');
  const missing = (Number(order.sendCurrencyAmount) - Number(received)).toFixed(2);
  return buildOrderInStatus(order, status, {
    paidAmount: Number(received) === 0 ? null : received,
    transfer: { ...transfer, received, missing, payBefore: computeDeadline(3 * DAY_MINUTES) },
    deadline: computeDeadline(3 * DAY_MINUTES),
    estimate: Number(missing) > 0,
    ...overrides,
  });
}

type OrderScene = {
  readonly name: string;
  readonly shows: string;
  readonly title: string;
  readonly order: (world: GalleryWorld) => Promise<OrderDetail>;
  /** Actions on the page after it has loaded. */
  readonly after?: (page: Page) => Promise<void>;
  readonly whenWide?: Scene['whenWide'];
  /** Prepares the answers to other calls before the page is opened. */
  readonly before?: (page: Page) => Promise<void>;
};

const withCardOrder = (status: OrderStatus, overrides: Partial<OrderDetail> = {}) => ({
  order: async ({ sentOrder }: GalleryWorld) => buildOrderInStatus(await sentOrder(), status, overrides),
});
/** Computes the deadline when the scene is shown: if computed earlier, it might have passed by then. */
const withExpiringCardOrder = (minutes: number, status: OrderStatus, overrides: Partial<OrderDetail> = {}) => ({
  order: async ({ sentOrder }: GalleryWorld) =>
    buildOrderInStatus(await sentOrder(), status, { deadline: computeDeadline(minutes), ...overrides }),
});
const withTransferOrder = (status: OrderStatus, received: string, overrides: Partial<OrderDetail> = {}) => ({
  order: async ({ transferOrder }: GalleryWorld) =>
    buildTransferOrder(await transferOrder(), status, received, overrides),
});
/** Wide screens show a code next to the transfer instructions. */
const withTransferCode = { whenWide: (page: Page) => page.locator('.transfer-code') };

/** States that Payment Status shows. */
const paymentStatusScenes: readonly OrderScene[] = [
  {
    name: 'payment-awaiting',
    shows: 'awaiting_payment: pay now',
    title: 'Awaiting payment',
    ...withExpiringCardOrder(12, 'awaiting_payment'),
  },
  {
    name: 'payment-declined',
    shows: 'awaiting_payment after a declined card',
    title: 'Awaiting payment',
    ...withExpiringCardOrder(12, 'awaiting_payment', { reason: 'insufficient_funds' }),
  },
  {
    name: 'payment-transfer',
    shows: 'awaiting_payment by bank transfer: the instructions',
    title: 'Awaiting your transfer',
    ...withTransferOrder('awaiting_payment', '0.00'),
    ...withTransferCode,
  },
  {
    name: 'payment-underpaid',
    shows: 'A part of the transfer has arrived',
    title: 'Underpaid',
    ...withTransferOrder('awaiting_payment', '60.00', { exception: 'underpaid' }),
    ...withTransferCode,
  },
  {
    name: 'payment-cancel',
    shows: 'Asks for confirmation before cancelling an order',
    title: 'Awaiting your transfer',
    ...withTransferOrder('awaiting_payment', '0.00'),
    ...withTransferCode,
    after: async (page) => {
      await page.getByRole('button', { name: 'Cancel order' }).click();
      await waitForPopup(page);
    },
  },
  {
    name: 'payment-authorizing',
    shows: 'authorizing: the bank has not answered yet',
    title: 'Processing your payment',
    ...withCardOrder('authorizing'),
  },
  {
    name: 'payment-action',
    shows: 'authorizing: the bank asks the buyer for approval',
    title: 'Waiting for your approval',
    ...withExpiringCardOrder(11, 'authorizing'),
    before: (page) =>
      modifyAnswer(page, 'checkoutInfo', (checkout) => ({
        ...checkout,
        status: 'authorizing',
        nextAction: { clientSecret: 'pi_gallery_secret' },
      })),
    after: async (page) => expect(page.getByRole('link', { name: 'Approve the payment' })).toBeVisible(),
  },
  {
    name: 'payment-capturing',
    shows: 'capturing: the amount is being charged',
    title: 'Processing your payment',
    ...withCardOrder('capturing'),
  },
  {
    name: 'payment-held',
    shows: 'awaiting_identity: the amount is held on the card and not charged',
    title: 'Card held',
    order: async ({ sentOrder }) =>
      buildOrderInStatus(buildOrderForAmount(await sentOrder(), HELD_EUROS), 'awaiting_identity', heldFields),
  },
  {
    name: 'payment-identity-transfer',
    shows: 'awaiting_identity after a transfer',
    title: 'Identity check needed',
    ...withTransferOrder('awaiting_identity', '100.00', { deadline: computeDeadline(DAY_MINUTES) }),
  },
  {
    name: 'payment-consent',
    shows: 'awaiting_consent: both amounts, and the time left to accept',
    title: 'The price has moved',
    order: async ({ sentOrder }) => {
      const order = await sentOrder();
      const old = order.getCurrencyAmount;
      const requote = { oldGetCurrencyAmount: old, newGetCurrencyAmount: (Number(old) * 0.97).toFixed(8) };
      return buildOrderInStatus(order, 'awaiting_consent', {
        deadline: computeDeadline(9),
        heldAmount: '100.00',
        requote,
      });
    },
  },
  {
    name: 'payment-voiding',
    shows: 'voiding: the hold is being released',
    title: 'Releasing the hold on your card',
    ...withCardOrder('voiding', { reason: 'buyer_cancelled' }),
  },
  {
    name: 'payment-cancelled',
    shows: 'cancelled: nothing was charged',
    title: 'Cancelled',
    ...withCardOrder('cancelled', { reason: 'identity_timed_out' }),
  },
  {
    name: 'payment-expired',
    shows: 'expired',
    title: 'Expired',
    ...withCardOrder('expired', { reason: 'window_closed' }),
  },
  {
    name: 'payment-failed',
    shows: 'failed: the issuer declined the last attempt',
    title: 'Failed',
    ...withCardOrder('failed', { reason: 'declined' }),
  },
  {
    name: 'payment-on-hold',
    shows: 'on_hold before the card is charged',
    title: 'Under review',
    ...withExpiringCardOrder(5 * DAY_MINUTES, 'on_hold', { heldFrom: 'authorizing', heldAmount: '100.00' }),
  },
];

const deliveryTransaction = {
  transactionId: `0x${'9f3c71ab52c8d6f0a4b1e7c3'.repeat(3).slice(0, 64)}`,
  explorerUrl: 'https://basescan.org/tx/0x9f3c71ab52c8',
};

/** Fixes the number of confirmations, independent of the real chain. */
const withFiveConfirmations = {
  before: (page: Page) => answerCall(page, 'getConfirmedBlock', { confirmed: 5, required: 12, ...deliveryTransaction }),
  order: async ({ sentOrder }: GalleryWorld) => {
    const order = await sentOrder();
    if (!order.delivery) throw new Error('The order was not sent.');
    return buildOrderInStatus(order, 'delivering', { delivery: { ...order.delivery, confirmed: 5, required: 12 } });
  },
};

/** An example address from EIP-55. */
const NEW_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** States that Order Status shows. */
const orderStatusScenes: readonly OrderScene[] = [
  { name: 'order-paid', shows: 'paid', title: 'Paid', ...withCardOrder('paid') },
  { name: 'order-converting', shows: 'converting', title: 'Converting', ...withCardOrder('converting') },
  { name: 'order-converted', shows: 'converted', title: 'Converted', ...withCardOrder('converted') },
  {
    name: 'order-delivering',
    shows: 'delivering: five of twelve confirmations',
    title: 'Delivering',
    ...withFiveConfirmations,
  },
  {
    name: 'order-delivered',
    shows: 'delivered: the timeline, and a receipt',
    title: 'Delivered',
    order: async ({ sentOrder }) => {
      const order = await sentOrder();
      const delivery = order.delivery && { ...order.delivery, confirmed: order.delivery.required };
      return buildOrderInStatus(order, 'delivered', { delivery });
    },
  },
  {
    name: 'order-return',
    shows: 'delivered, for a buyer from a partner’s site: a link back to it, and an address that is not saved',
    title: 'Delivered',
    order: async ({ sentOrder }) => {
      const order = await sentOrder();
      const url = `https://shop.partner.example/thanks?orderNo=${order.orderNo}&status=delivered`;
      return buildOrderInStatus(order, 'delivered', { address: NEW_ADDRESS, returnTo: { name: 'Partner site', url } });
    },
  },
  {
    name: 'order-surplus',
    shows: 'converting: the transfer exceeded the price',
    title: 'Converting',
    order: async ({ transferOrder }) => {
      const order = buildTransferOrder(await transferOrder(), 'converting', '125.00', {
        exception: 'overpaid',
        deadline: null,
      });
      return { ...order, transfer: order.transfer && { ...order.transfer, missing: '0.00', surplus: '25.00' } };
    },
  },
  {
    name: 'order-dispute',
    shows: 'delivered, and the card’s bank has opened a dispute',
    title: 'Delivered',
    order: async ({ sentOrder }) => {
      const order = await sentOrder();
      return buildOrderInStatus(order, 'delivered', { dispute: 'open' });
    },
  },
  {
    name: 'order-on-hold',
    shows: 'on_hold after the payment',
    title: 'Under review',
    ...withCardOrder('on_hold', { heldFrom: 'paid', paidAmount: '100.00' }),
  },
  {
    name: 'order-delivery-failed',
    shows: 'on_hold: the delivery failed',
    title: 'Delivery failed',
    ...withCardOrder('on_hold', { heldFrom: 'delivering', paidAmount: '100.00', reason: 'payout_reverted' }),
  },
  {
    name: 'order-refunding',
    shows: 'refunding: within 24 hours',
    title: 'Refunding',
    ...withCardOrder('refunding', { reason: 'conversion_failed' }),
  },
  {
    name: 'order-refunded',
    shows: 'refunded',
    title: 'Refunded',
    ...withCardOrder('refunded', { reason: 'conversion_failed', refundedAmount: '100.00' }),
  },
];

const createOrderScene =
  (route: string) =>
  ({ name, shows, title, order, after, before, whenWide }: OrderScene): Scene => ({
    name,
    shows,
    route,
    ...(whenWide && { whenWide }),
    arrive: async (page, world) => {
      await before?.(page);
      await showOrder(page, world, route, await order(world));
      await expectTitle(page, title);
      await after?.(page);
    },
  });

export const orderScenes: readonly Scene[] = [
  ...paymentStatusScenes.map(createOrderScene('/payment-status')),
  ...orderStatusScenes.map(createOrderScene('/order-status')),
  {
    name: 'order-stranger',
    shows: 'The status without details, as anyone with the order number sees it',
    route: '/order-status',
    arrive: async (page, world) => {
      const { orderNo } = await world.sentOrder();
      await page.goto(`/order-status?orderNo=${orderNo}`);
      await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    },
  },
  {
    name: 'order-missing',
    shows: 'No order has this number',
    route: '/order-status',
    arrive: async (page) => {
      await page.goto('/order-status');
      await expectTitle(page, /There is no such order/);
    },
  },
];
