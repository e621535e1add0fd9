import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AddressCheck } from '../address/addressCheck.ts';
import { useAddressCheck } from '../address/useAddressCheck.ts';

/** A check that takes longer than this is shown on the button; a shorter one must not swallow a press that is under way. */
const UNNOTICED_MS = 300;

export type BuyAddress = {
  readonly entered: string;
  /** The verdict on it; null before the first and after a change. */
  readonly check: AddressCheck | null;
  /** The check has been running for long enough to be shown. */
  readonly slow: boolean;
  readonly enter: (entered: string) => void;
  /** A second question about the same entry waits for the answer to the first. null when a newer question took over. */
  readonly judge: () => Promise<AddressCheck | null>;
};

/** The address with its check, which begins again with another crypto. */
export function useBuyAddress(given: string, currency: string): BuyAddress {
  const [entered, setEntered] = useState(given);
  const [slow, setSlow] = useState(false);
  const { check, run, forget } = useAddressCheck(currency);
  const asked = useRef<{ readonly address: string; readonly verdict: ReturnType<typeof run> } | null>(null);
  const judged = async (address: string) => {
    const noticed = setTimeout(() => setSlow(true), UNNOTICED_MS);
    const verdict = await run(address);
    clearTimeout(noticed);
    setSlow(false);
    if (asked.current?.address === address) asked.current = null;
    return verdict;
  };

  // An address of the link, or one that was entered for another crypto, is judged at once.
  const judgeFor = useEffectEvent((ask: typeof run) => {
    asked.current = null;
    forget();
    if (entered !== '') void ask(entered);
  });
  useEffect(() => judgeFor(run), [run]);

  return {
    entered,
    check,
    slow,
    enter: (address) => {
      asked.current = null;
      setEntered(address);
      forget();
    },
    judge: () => {
      if (asked.current?.address !== entered) asked.current = { address: entered, verdict: judged(entered) };
      return asked.current.verdict;
    },
  };
}
