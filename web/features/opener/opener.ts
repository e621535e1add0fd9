import { createEmbedMessage, type EmbedError, type UnversionedEmbedMessage } from '@slipway/contract/embed/messages.ts';
import type { OrderStatus } from '@slipway/contract/entities/orderStatuses.ts';

/** The parts of a browser window that are used. */
export type OpenedWindow = Pick<Window, 'opener' | 'location' | 'sessionStorage'>;

/** State about the site that opened this tab, in sessionStorage because a purchase spans several full page loads. */
export type OpenerState = {
  readonly partnerId: string;
  /** Origins that the operator has registered for the partner. */
  readonly origins: readonly string[];
  /** Last status sent for each order created in this tab; '' if only its creation was sent. */
  readonly orders: Readonly<Record<string, OrderStatus | ''>>;
};

const STORAGE_KEY = 'opener';
export const NO_OPENER: OpenerState = { partnerId: '', origins: [], orders: {} };

/** Undefined outside a browser. */
const getThisWindow = (): OpenedWindow | undefined => (typeof window === 'undefined' ? undefined : window);

export function readOpenerState({ sessionStorage }: OpenedWindow): OpenerState {
  return { ...NO_OPENER, ...(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<OpenerState>) };
}

export function updateOpenerState(page: OpenedWindow, change: Partial<OpenerState>): void {
  page.sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...readOpenerState(page), ...change }));
}

/** Announces an order created in this tab; the opener must not learn of other orders. */
export function postOrderCreated(orderNo: string, page = getThisWindow()): void {
  if (!page?.opener) return;
  updateOpenerState(page, { orders: { ...readOpenerState(page).orders, [orderNo]: '' } });
  postToOpener(page, { type: 'slipway:orderCreated', orderNo });
}

/** Sends a changed status of an order that was created in this tab. */
export function postOrderStatus(orderNo: string, status: OrderStatus, page = getThisWindow()): void {
  if (!page || !isOpenerNotified(orderNo, page)) return;
  const { orders } = readOpenerState(page);
  if (orders[orderNo] === status) return;
  updateOpenerState(page, { orders: { ...orders, [orderNo]: status } });
  postToOpener(page, { type: 'slipway:status', orderNo, status });
}

/** Returns true if there is an opener that was notified of the order. */
export function isOpenerNotified(orderNo: string, page = getThisWindow()): boolean {
  return page !== undefined && Boolean(page.opener) && Object.hasOwn(readOpenerState(page).orders, orderNo);
}

/** Reports that the purchase stopped, with or without an order. */
export function postPurchaseError(error: EmbedError, page = getThisWindow()): void {
  if (page?.opener) postToOpener(page, { type: 'slipway:error', ...error });
}

export function postClose(page = getThisWindow()): void {
  if (page?.opener) postToOpener(page, { type: 'slipway:close' });
}

/**
 * Posts a message to each allowed origin. The browser delivers it only if the opener currently shows a page of that
 * origin, so no other site can read it. If the opener is our plugin page, it forwards the message to the origin that
 * frames it.
 */
function postToOpener(page: OpenedWindow, message: UnversionedEmbedMessage): void {
  const opener = page.opener as Window;
  const targets = isSameOrigin(opener, page.location.origin) ? [page.location.origin] : readOpenerState(page).origins;
  for (const origin of targets) opener.postMessage(createEmbedMessage(message), origin);
}

function isSameOrigin(opener: Window, origin: string): boolean {
  try {
    return opener.location.origin === origin;
  } catch {
    // A cross-origin location cannot be read.
    return false;
  }
}
