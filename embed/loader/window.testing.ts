import type { EventName, Listen, SlipwayEvents } from './events.ts';

/** A window as its opener sees it: what it can be told, and whether it is there. */
export type OtherWindow = {
  readonly window: Window;
  readonly addresses: string[];
  closed: boolean;
};

export function otherWindow(): OtherWindow {
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

const names: readonly EventName[] = ['ready', 'quote', 'orderCreated', 'status', 'close', 'error'];

/** Everything that a handle tells from here on, in its order. */
export function heardFrom({ on }: { readonly on: Listen }): readonly [EventName, SlipwayEvents[EventName]][] {
  const heard: [EventName, SlipwayEvents[EventName]][] = [];
  for (const name of names) on(name, (detail) => heard.push([name, detail]));
  return heard;
}
