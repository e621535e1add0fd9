import { createSlipway, type SlipwayWindow, type WindowOptions } from '@slipway/loader';
import { useCallback, useState } from 'react';
import { addListeners, type SlipwayListeners, useLatestListeners } from './listeners.ts';

export type UsedSlipway = {
  /** Opens the purchase in a window. Must be called in the buyer's click handler. */
  readonly open: (options: WindowOptions) => SlipwayWindow;
  /** Address of the purchase for a link if the browser has blocked the window; undefined otherwise. */
  readonly blockedUrl: string | undefined;
};

/** Opens purchases in windows. They continue after the component is unmounted, and its listeners are still called. */
export function useSlipway(origin: string, listeners: SlipwayListeners = {}): UsedSlipway {
  const latestListeners = useLatestListeners(listeners);
  const [blockedUrl, setBlockedUrl] = useState<string>();
  const open = useCallback(
    (options: WindowOptions) => {
      setBlockedUrl(undefined);
      const opened = createSlipway(origin).open(options);
      addListeners(opened.on, latestListeners);
      opened.on('error', ({ code }) => {
        if (code === 'popup_blocked') setBlockedUrl(opened.url);
      });
      return opened;
    },
    [origin, latestListeners],
  );
  return { open, blockedUrl };
}
