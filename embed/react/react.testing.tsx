import { act, version as reactVersion, StrictMode, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dispatchMessage, mockFrameWindow, openPartnerPage, SERVER } from '../partnerPage.testing.ts';
import type { SlipwayListeners } from './listeners.ts';
import { SlipwayPlugin, type SlipwayPluginProps } from './SlipwayPlugin.tsx';
import { type UsedSlipway, useSlipway } from './useSlipway.ts';

const orderCreated = { type: 'slipway:orderCreated', version: 1, orderNo: '7KQ2M4XD9TAB3' };

/** Tests the whole package on one major version of React, which the caller has loaded. */
export function testOnReact(major: 18 | 19): void {
  let root: Root;
  let container: HTMLElement;
  const page = openPartnerPage();
  const { opened } = page;

  test('runs on the expected version of React', () => {
    expect(reactVersion).toMatch(new RegExp(`^${major}\\.`));
  });

  beforeEach(() => {
    container = page.element();
    root = createRoot(container);
  });

  afterEach(async () => {
    await act(async () => root.unmount());
  });

  const show = (props: Partial<SlipwayPluginProps> = {}) =>
    act(async () =>
      root.render(
        <StrictMode>
          <SlipwayPlugin origin={SERVER} partnerId="shop" {...props} />
        </StrictMode>,
      ),
    );

  function frames(): HTMLIFrameElement[] {
    return [...container.querySelectorAll('iframe')];
  }

  const inside = () => mockFrameWindow(frames()[0]);

  describe('SlipwayPlugin', () => {
    test('renders one frame, also in strict mode, and removes it when unmounted', async () => {
      await show();
      expect(frames().map(({ src }) => src)).toEqual([`${SERVER}/plugin?partnerId=shop`]);
      await act(async () => root.render(null));
      expect(frames()).toEqual([]);
    });

    test('calls the listener of the newest rendering, in the same frame', async () => {
      const [former, newest] = [vi.fn(), vi.fn()];
      await show({ onOrderCreated: former });
      const [frame] = frames();
      const content = inside();
      await show({ onOrderCreated: newest, colors: {} });
      await show({ onOrderCreated: newest, colors: {} });
      dispatchMessage({ source: content, data: orderCreated });
      expect(frames()).toEqual([frame]);
      expect(former).not.toHaveBeenCalled();
      expect(newest).toHaveBeenCalledExactlyOnceWith({ orderNo: '7KQ2M4XD9TAB3' });
      expect(content.location.replace).toHaveBeenCalledTimes(1);
    });

    test('reloads the frame with changed options and without removed ones', async () => {
      await show({ getCurrency: 'BTC', colors: { button: '#123' } });
      const { replace } = inside().location;
      await show({ language: 'de-DE', colors: { button: '#123' } });
      expect(replace.mock.calls).toEqual([[`${SERVER}/plugin?partnerId=shop&lang=de-DE&plugin-color-button=%23123`]]);
    });

    test('replaces the frame when the origin changes', async () => {
      await show();
      await show({ origin: 'https://other.example' });
      expect(frames().map(({ src }) => src)).toEqual(['https://other.example/plugin?partnerId=shop']);
    });
  });

  describe('useSlipway', () => {
    let used: UsedSlipway;

    function Shop({ listeners }: { readonly listeners: SlipwayListeners }) {
      const slipway = useSlipway(SERVER, listeners);
      useEffect(() => {
        used = slipway;
      });
      return null;
    }

    const use = (listeners: SlipwayListeners) => act(async () => root.render(<Shop listeners={listeners} />));

    test('opens a window whose events call the newest listener', async () => {
      const popup = { closed: false, close: () => undefined };
      opened.mockReturnValue(popup);
      const onOrderCreated = vi.fn();
      await use({ onOrderCreated });
      const { close } = used.open({ partnerId: 'shop' });
      dispatchMessage({ source: popup, data: orderCreated });
      close();
      expect(onOrderCreated).toHaveBeenCalledExactlyOnceWith({ orderNo: '7KQ2M4XD9TAB3' });
      expect(used.blockedUrl).toBeUndefined();
    });

    test('returns the link of a window that was blocked', async () => {
      opened.mockReturnValue(null);
      await use({});
      await act(async () => void used.open({ partnerId: 'shop' }));
      expect(used.blockedUrl).toBe(`${SERVER}/edit?partnerId=shop`);
    });
  });
}
