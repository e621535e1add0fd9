import { type EmbedError, type EmbedWord, embedMessage } from '@slipway/contract/embed/messages.ts';
import type { OrderStatus } from '@slipway/contract/entities/orderStatuses.ts';

/** As much of a browser's window as is looked at. */
export type OpenedWindow = Pick<Window, 'opener' | 'location' | 'sessionStorage'>;

/** Of the site that has opened this tab, kept for as long as the tab lives: a purchase is several full page loads. */
export type Opening = {
  readonly partnerId: string;
  /** Where the opener may be, as the operator has registered it. */
  readonly origins: readonly string[];
  /** What was told last of each order that this tab has made; '' for its creation alone. */
  readonly orders: Readonly<Record<string, OrderStatus | ''>>;
};

const STORAGE_KEY = 'opener';
export const NO_OPENING: Opening = { partnerId: '', origins: [], orders: {} };

/** Undefined where there are no windows. */
const thisWindow = (): OpenedWindow | undefined => (typeof window === 'undefined' ? undefined : window);

export function keptOpening({ sessionStorage }: OpenedWindow): Opening {
  return { ...NO_OPENING, ...(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<Opening>) };
}

export function keepOpening(page: OpenedWindow, change: Partial<Opening>): void {
  page.sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...keptOpening(page), ...change }));
}

/** An order that this tab has made: of any other the opener has no business to know. */
export function tellOrderCreated(orderNo: string, page = thisWindow()): void {
  if (!page?.opener) return;
  keepOpening(page, { orders: { ...keptOpening(page).orders, [orderNo]: '' } });
  tell(page, { type: 'slipway:orderCreated', orderNo });
}

/** Each status of such an order once. */
export function tellStatus(orderNo: string, status: OrderStatus, page = thisWindow()): void {
  if (!page || !isTold(orderNo, page)) return;
  const { orders } = keptOpening(page);
  if (orders[orderNo] === status) return;
  keepOpening(page, { orders: { ...orders, [orderNo]: status } });
  tell(page, { type: 'slipway:status', orderNo, status });
}

/** Whether somebody is there who was told of the order. */
export function isTold(orderNo: string, page = thisWindow()): boolean {
  return page !== undefined && Boolean(page.opener) && Object.hasOwn(keptOpening(page).orders, orderNo);
}

/** That the purchase stopped, before or without an order. */
export function tellError(error: EmbedError, page = thisWindow()): void {
  if (page?.opener) tell(page, { type: 'slipway:error', ...error });
}

export function tellClose(page = thisWindow()): void {
  if (page?.opener) tell(page, { type: 'slipway:close' });
}

/**
 * The browser hands a message to the opener only while it shows a page of the named origin; nobody else can read it. The
 * plugin's page, which is of our own, passes it on to the one origin that frames it.
 */
function tell(page: OpenedWindow, word: EmbedWord): void {
  const opener = page.opener as Window;
  const targets = isOurs(opener, page.location.origin) ? [page.location.origin] : keptOpening(page).origins;
  for (const origin of targets) opener.postMessage(embedMessage(word), origin);
}

function isOurs(opener: Window, origin: string): boolean {
  try {
    return opener.location.origin === origin;
  } catch {
    // Of another origin nothing can be read.
    return false;
  }
}
