import { useState } from 'react';
import { reserveWindow } from './reserveWindow.ts';

export type NewWindow = {
  /** Path or URL whose window the browser blocked. */
  readonly unopened: string | null;
  readonly opening: boolean;
  /** Opens the URL from `prepare` in a new window; `none` if it returns null. Must be called during a click. */
  readonly open: (prepare: () => Promise<string | null>) => Promise<'opened' | 'blocked' | 'none'>;
  /** Clears the blocked URL when it is no longer wanted. */
  readonly forget: () => void;
};

/** Opens the next step in a new window, and provides its URL if the browser blocked it. */
export function useNewWindow(): NewWindow {
  const [unopened, setUnopened] = useState<string | null>(null);
  const [opening, setOpening] = useState(false);
  return {
    unopened,
    opening,
    open: async (prepare) => {
      // Before any await: browsers open windows only right after a click.
      const reserved = reserveWindow();
      setOpening(true);
      const url = await prepare();
      setOpening(false);
      if (url === null) {
        reserved?.close();
        return 'none';
      }
      if (reserved) {
        reserved.navigate(new URL(url, location.origin).href);
        return 'opened';
      }
      setUnopened(url);
      return 'blocked';
    },
    forget: () => setUnopened(null),
  };
}
