import { createSlipway, type SlipwayWindow, type WindowOptions } from '@slipway/loader';
import { useCallback, useState } from 'react';
import { listenFor, type SlipwayListeners, useNewest } from './listeners.ts';

export type UsedSlipway = {
  /** Opens the purchase in a window: to be called in the buyer's own press. */
  readonly open: (options: WindowOptions) => SlipwayWindow;
  /** Where the purchase is that the browser has opened no window for, for a link; undefined otherwise. */
  readonly blockedUrl: string | undefined;
};

/** Purchases in windows. They go on when the component has gone; its listeners are still told. */
export function useSlipway(origin: string, listeners: SlipwayListeners = {}): UsedSlipway {
  const newest = useNewest(listeners);
  const [blockedUrl, block] = useState<string>();
  const open = useCallback(
    (options: WindowOptions) => {
      block(undefined);
      const opened = createSlipway(origin).open(options);
      listenFor(opened.on, newest);
      opened.on('error', ({ code }) => {
        if (code === 'popup_blocked') block(opened.url);
      });
      return opened;
    },
    [origin, newest],
  );
  return { open, blockedUrl };
}
