import { mountFrame, type SlipwayFrame } from './mountFrame.ts';
import { openWindow, type SlipwayWindow } from './openWindow.ts';
import type { MountOptions, WindowOptions } from './options.ts';

export type {
  EmbedError,
  EmbedFault,
  EmbedOrderReference,
  EmbedQuote,
  SessionRefusal,
} from '@slipway/contract/embed/messages.ts';
export type { OrderStatus } from '@slipway/contract/entities/orderStatuses.ts';
export type { EventName, Listen, Listener, SlipwayEvents } from './events.ts';
export type { SlipwayFrame } from './mountFrame.ts';
export type { SlipwayWindow } from './openWindow.ts';
export type { MountOptions, PluginColors, PurchaseOptions, WindowOptions } from './options.ts';

/** API of a Slipway server. */
export type Slipway = {
  /** Opens the purchase in a window. Must be called in the buyer's click handler, otherwise the browser blocks the window. */
  open(options: WindowOptions): SlipwayWindow;
  /** Renders two amounts and a button in the element; the purchase itself opens in a window. Throws if the element is null. */
  mount(element: Element | null, options: MountOptions): SlipwayFrame;
};

/** Returns the API for the server at `origin`, such as `https://pay.example`. */
export function createSlipway(origin: string): Slipway {
  const server = new URL(origin).origin;
  return {
    open: (options) => openWindow(server, options),
    mount: (element, options) => {
      if (!element) throw new TypeError('Slipway: no element');
      return mountFrame(server, element, options);
    },
  };
}
