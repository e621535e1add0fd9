import type { EventName, Listen, SlipwayEvents } from './events.ts';

/** A fake of the opened window: records navigations and can be closed. */
export type FakeWindow = {
  readonly window: Window;
  readonly addresses: string[];
  closed: boolean;
};

export function createFakeWindow(): FakeWindow {
  const addresses: string[] = [];
  const other = { addresses, closed: false };
  const location = { replace: (address: string) => addresses.push(address) };
  const window = {
    location,
    get closed() {
      return other.closed;
    },
    close() {
      other.closed = true;
    },
  };
  return Object.assign(other, { window: window as unknown as Window });
}

const eventNames: readonly EventName[] = ['ready', 'quote', 'orderCreated', 'status', 'close', 'error'];

/** Returns a list that records all events of a handle from now on, in order. */
export function recordEvents({ on }: { readonly on: Listen }): readonly [EventName, SlipwayEvents[EventName]][] {
  const recordedEvents: [EventName, SlipwayEvents[EventName]][] = [];
  for (const name of eventNames) on(name, (detail) => recordedEvents.push([name, detail]));
  return recordedEvents;
}
