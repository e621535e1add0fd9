import { useState } from 'react';
import { reserveWindow } from './reserveWindow.ts';

export type NewWindow = {
  /** The path, or the address, that the browser opened no window for. */
  readonly unopened: string | null;
  readonly opening: boolean;
  /**
   * Opens what `prepare` gives in a new window: `none` when it gives nothing. To be called in the buyer's own press.
   */
  readonly open: (prepare: () => Promise<string | null>) => Promise<'opened' | 'blocked' | 'none'>;
  /** Something else is wanted: what was not opened is nothing any more. */
  readonly forget: () => void;
};

/** A window of its own for what comes next, and what is left to do where the browser opens none. */
export function useNewWindow(): NewWindow {
  const [unopened, setUnopened] = useState<string | null>(null);
  const [opening, setOpening] = useState(false);
  return {
    unopened,
    opening,
    open: async (prepare) => {
      // Before anything is waited for: a browser opens windows only right after a press.
      const reserved = reserveWindow();
      setOpening(true);
      const wanted = await prepare();
      setOpening(false);
      if (wanted === null) {
        reserved?.close();
        return 'none';
      }
      if (reserved) {
        reserved.lead(new URL(wanted, location.origin).href);
        return 'opened';
      }
      setUnopened(wanted);
      return 'blocked';
    },
    forget: () => setUnopened(null),
  };
}
