import { useState } from 'react';
import { reserveWindow } from './reserveWindow.ts';

export type PurchaseWindow = {
  /** The path that the browser opened no window for. */
  readonly unopened: string | null;
  readonly opening: boolean;
  /**
   * Opens the path that `prepare` gives in a new window; false when it gives none. To be called in the buyer's own press.
   */
  readonly open: (prepare: () => Promise<string | null>) => Promise<boolean>;
  /** Something else is entered: the path that was not opened is none any more. */
  readonly forget: () => void;
};

/** The window that a purchase opens in. */
export function usePurchaseWindow(): PurchaseWindow {
  const [unopened, setUnopened] = useState<string | null>(null);
  const [opening, setOpening] = useState(false);
  return {
    unopened,
    opening,
    open: async (prepare) => {
      // Before anything is waited for: a browser opens windows only right after a press.
      const reserved = reserveWindow();
      setOpening(true);
      const path = await prepare();
      setOpening(false);
      if (path === null) reserved?.close();
      else if (reserved) reserved.lead(location.origin + path);
      else setUnopened(path);
      return path !== null;
    },
    forget: () => setUnopened(null),
  };
}
