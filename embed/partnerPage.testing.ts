import { Window as Browser } from 'happy-dom';
import { afterEach, beforeEach, vi } from 'vitest';

export const SERVER = 'https://pay.example';

export type PartnerPage = {
  /** Mock of the browser's `window.open`. */
  readonly opened: ReturnType<typeof vi.fn>;
  /** Returns a new element in the page. */
  element(): HTMLElement;
};

/** Opens a partner's page for each test of the file; with `timers` the test controls its clock. */
export function openPartnerPage({ timers = false }: { readonly timers?: boolean } = {}): PartnerPage {
  const opened = vi.fn();
  beforeEach(() => {
    if (timers) vi.useFakeTimers();
    const browser = new Browser({
      url: 'https://shop.example/buy',
      // Frames load nothing: the tests dispatch the messages of the frames.
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

type PostedMessage = { readonly origin?: string; readonly source: unknown; readonly data: unknown };

/** Dispatches a message to the partner's page. */
export function dispatchMessage({ origin = SERVER, source, data }: PostedMessage): void {
  window.dispatchEvent(Object.assign(new window.Event('message'), { origin, source, data }));
}

/** Returns the window in a frame with a mock of its navigation. */
export function mockFrameWindow(frame: HTMLIFrameElement | null | undefined): {
  readonly location: { readonly replace: ReturnType<typeof vi.fn> };
} {
  if (!frame) throw new Error('there is no frame');
  const inside = { location: { replace: vi.fn() } };
  Object.defineProperty(frame, 'contentWindow', { value: inside, configurable: true });
  return inside;
}
