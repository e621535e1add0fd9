import { useCallback, useEffect, useRef, useState } from 'react';
import { isAbort } from '../../api/callError.ts';
import { type AddressCheck, checkAddress } from './addressCheck.ts';

export type AddressChecking = {
  /** The verdict on the last checked entry; null before the first and after a change. */
  readonly check: AddressCheck | null;
  /** Asks unless this entry was judged already. null when a newer question took over. Never changes. */
  readonly run: (entered: string) => Promise<AddressCheck | null>;
  readonly forget: () => void;
};

/** One question at a time: a new one ends the former. */
export function useAddressCheck(getCurrency: string): AddressChecking {
  const [check, setCheck] = useState<AddressCheck | null>(null);
  const judged = useRef<AddressCheck | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const settle = useCallback((verdict: AddressCheck | null) => {
    judged.current = verdict;
    setCheck(verdict);
  }, []);

  const run = useCallback(
    async (entered: string) => {
      const known = judged.current;
      if (known !== null && known.state !== 'unknown' && known.entered === entered.trim()) return known;
      running.current?.abort();
      const abort = new AbortController();
      running.current = abort;
      try {
        const verdict = await checkAddress(entered, getCurrency, abort.signal);
        settle(verdict);
        return verdict;
      } catch (error) {
        if (!isAbort(error)) throw error;
        return null;
      }
    },
    [getCurrency, settle],
  );

  const forget = useCallback(() => {
    running.current?.abort();
    settle(null);
  }, [settle]);

  return { check, run, forget };
}
