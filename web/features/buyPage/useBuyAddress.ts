import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AddressCheck } from '../address/addressCheck.ts';
import { useAddressCheck } from '../address/useAddressCheck.ts';

/** Checks that take longer show progress on the button. Showing it earlier could swallow a press in progress. */
const PROGRESS_DELAY_MS = 300;

export type BuyAddress = {
  readonly entered: string;
  /** Result of the check; null before the first one and after an edit. */
  readonly check: AddressCheck | null;
  /** The check has taken long enough to show progress. */
  readonly slow: boolean;
  readonly enter: (entered: string) => void;
  /** Checks the entry, or returns the running check of the same entry. The result is null if the check was aborted. */
  readonly startCheck: () => Promise<AddressCheck | null>;
};

/** Address field state with its check, which restarts when the crypto changes. */
export function useBuyAddress(given: string, currency: string): BuyAddress {
  const [entered, setEntered] = useState(given);
  const [slow, setSlow] = useState(false);
  const { check, run, forget } = useAddressCheck(currency);
  const pendingCheck = useRef<{ readonly address: string; readonly verdict: ReturnType<typeof run> } | null>(null);
  const runCheck = async (address: string) => {
    const progressTimer = setTimeout(() => setSlow(true), PROGRESS_DELAY_MS);
    const verdict = await run(address);
    clearTimeout(progressTimer);
    setSlow(false);
    if (pendingCheck.current?.address === address) pendingCheck.current = null;
    return verdict;
  };

  // An address from the link, or entered for another crypto, is checked at once.
  const recheck = useEffectEvent((requestCheck: typeof run) => {
    pendingCheck.current = null;
    forget();
    if (entered !== '') void requestCheck(entered);
  });
  useEffect(() => recheck(run), [run]);

  return {
    entered,
    check,
    slow,
    enter: (address) => {
      pendingCheck.current = null;
      setEntered(address);
      forget();
    },
    startCheck: () => {
      if (pendingCheck.current?.address !== entered)
        pendingCheck.current = { address: entered, verdict: runCheck(entered) };
      return pendingCheck.current.verdict;
    },
  };
}
