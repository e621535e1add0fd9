import type { EmbedError, EmbedOrderReference, EmbedQuote } from '@slipway/contract/embed/messages.ts';
import type { OrderStatus } from '@slipway/contract/entities/orderStatuses.ts';

/** Events and their details. For display only: the webhook decides whether money has arrived. */
export type SlipwayEvents = {
  /** The page in the frame has been rendered. Windows do not emit this event. */
  readonly ready: undefined;
  readonly quote: EmbedQuote;
  readonly orderCreated: EmbedOrderReference;
  readonly status: EmbedOrderReference & { readonly status: OrderStatus };
  /** The buyer closed the purchase window, or the browser cut the link to this page (`Cross-Origin-Opener-Policy`). */
  readonly close: undefined;
  readonly error: EmbedError;
};

export type EventName = keyof SlipwayEvents;

export type Listener<Name extends EventName> = (detail: SlipwayEvents[Name]) => void;

/** Adds a listener and returns the function that removes it. */
export type Listen = <Name extends EventName>(event: Name, listener: Listener<Name>) => () => void;

export type EmitEvent = <Name extends EventName>(event: Name, detail: SlipwayEvents[Name]) => void;

export function createEvents(): { readonly on: Listen; readonly emit: EmitEvent } {
  const listeners = new Set<readonly [EventName, (detail: never) => void]>();
  return {
    on(event, listener) {
      const entry = [event, listener] as const;
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    emit(event, detail) {
      for (const [name, listener] of listeners) if (name === event) listener(detail as never);
    },
  };
}
