import type { EmbedError, EmbedOrder, EmbedQuote } from '@slipway/contract/embed/messages.ts';
import type { OrderStatus } from '@slipway/contract/entities/orderStatuses.ts';

/** What a listener of each event is told. All of it is for showing: whether money has come is what the webhook says. */
export type SlipwayEvents = {
  /** The frame is drawn; of a window nothing says so. */
  readonly ready: undefined;
  readonly quote: EmbedQuote;
  readonly orderCreated: EmbedOrder;
  readonly status: EmbedOrder & { readonly status: OrderStatus };
  /** The buyer has closed the window of the purchase, or a page in it has cut it off. */
  readonly close: undefined;
  readonly error: EmbedError;
};

export type EventName = keyof SlipwayEvents;

export type Listener<Name extends EventName> = (detail: SlipwayEvents[Name]) => void;

/** Listens until the function that it gives back is called. */
export type Listen = <Name extends EventName>(event: Name, listener: Listener<Name>) => () => void;

export type Emit = <Name extends EventName>(event: Name, detail: SlipwayEvents[Name]) => void;

export function createEvents(): { readonly on: Listen; readonly emit: Emit } {
  const listeners = new Set<readonly [EventName, (detail: never) => void]>();
  return {
    on(event, listener) {
      const entry = [event, listener] as const;
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    emit(event, detail) {
      for (const [heard, listener] of listeners) if (heard === event) listener(detail as never);
    },
  };
}
