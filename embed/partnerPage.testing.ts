import { Window as Browser } from 'happy-dom';
import { afterEach, beforeEach, vi } from 'vitest';

export const SERVER = 'https://pay.example';

export type PartnerPage = {
  /** In place of the browser's `window.open`. */
  readonly opened: ReturnType<typeof vi.fn>;
  /** A new place in the page. */
  element(): HTMLElement;
};

/** A partner's page for each test of the file; `timers`: its clock is moved by the test. */
export function openPartnerPage({ timers = false }: { readonly timers?: boolean } = {}): PartnerPage {
  const opened = vi.fn();
  beforeEach(() => {
    if (timers) vi.useFakeTimers();
    const browser = new Browser({
      url: 'https://shop.example/buy',
      // Frames load nothing here: what stands in them is the test's own word.
      settings: { disableIframePageLoading: true, navigation: { disableChildFrameNavigation: true } },
    });
    browser.open = opened as never;
    const globals = {
      window: browser,
      document: browser.document,
      location: browser.location,
      HTMLScriptElement: browser.HTMLScriptElement,
      addEventListener: browser.addEventListener.bind(browser),
      removeEventListener: browser.removeEventListener.bind(browser),
      IS_REACT_ACT_ENVIRONMENT: true,
      crossOriginIsolated: false,
      fetch: async () => Promise.reject(new TypeError('no server in these tests')),
    };
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
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
  window.dispatchEvent(Object.assign(new window.Event('message'), { origin, source, data }));
}

/** What stands in a frame: a window that can be led elsewhere. */
export function insideOf(frame: HTMLIFrameElement | null | undefined): {
  readonly location: { readonly replace: ReturnType<typeof vi.fn> };
} {
  if (!frame) throw new Error('there is no frame');
  const inside = { location: { replace: vi.fn() } };
  Object.defineProperty(frame, 'contentWindow', { value: inside, configurable: true });
  return inside;
}
