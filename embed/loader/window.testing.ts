import { Window as Browser } from 'happy-dom';
import { afterEach, beforeEach, vi } from 'vitest';
import type { EventName, Listen, SlipwayEvents } from './events.ts';

export const SERVER = 'https://pay.example';

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

/** A partner's page for each test of the file, with a clock that the test moves. */
export function openPartnerPage(): { readonly opened: ReturnType<typeof vi.fn>; element(): HTMLElement } {
  const opened = vi.fn();
  beforeEach(() => {
    vi.useFakeTimers();
    const browser = new Browser({
      url: 'https://shop.example/',
      // Frames load nothing here: what stands in them is the test's own word.
      settings: { disableIframePageLoading: true, navigation: { disableChildFrameNavigation: true } },
    });
    browser.open = opened as never;
    vi.stubGlobal('window', browser);
    vi.stubGlobal('document', browser.document);
    vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
    vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser));
  });
  afterEach(() => {
    opened.mockReset();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  return { opened, element: () => document.body.appendChild(document.createElement('div')) };
}

type Said = { readonly origin?: string; readonly source: unknown; readonly data: unknown };

/** Something arrives at the partner's page. */
export function say({ origin = SERVER, source, data }: Said): void {
  const event = Object.assign(new window.Event('message'), { origin, source, data });
  window.dispatchEvent(event);
}

const names: readonly EventName[] = ['ready', 'quote', 'orderCreated', 'status', 'close', 'error'];

/** Everything that a handle tells from here on, in its order. */
export function heardFrom({ on }: { readonly on: Listen }): readonly [EventName, SlipwayEvents[EventName]][] {
  const heard: [EventName, SlipwayEvents[EventName]][] = [];
  for (const name of names) on(name, (detail) => heard.push([name, detail]));
  return heard;
}
