import { useCallback, useEffect, useRef, useState } from 'react';
import { isAbort } from '../../api/callError.ts';
import { useAskAgain } from '../../api/useAskAgain.ts';
import { type AddressCheck, type AskAboutAddress, checkAddress } from './addressCheck.ts';

export type AddressChecking = {
  /** The verdict on the last checked entry; null before the first and after a change. */
  readonly check: AddressCheck | null;
  /** Asks unless this entry was judged already. null when a newer question took over. Changes with the crypto alone. */
  readonly run: (entered: string) => Promise<AddressCheck | null>;
  readonly forget: () => void;
};

/** One question at a time: a new one ends the former. `ask` is one function for the life of the part. */
export function useAddressCheck(currency: string, ask?: AskAboutAddress): AddressChecking {
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
        const verdict = await checkAddress(entered, currency, abort.signal, ask);
        settle(verdict);
        return verdict;
      } catch (error) {
        if (!isAbort(error)) throw error;
        return null;
      } finally {
        if (running.current === abort) running.current = null;
      }
    },
    [currency, ask, settle],
  );

  const forget = useCallback(() => {
    running.current?.abort();
    settle(null);
  }, [settle]);

  useAskAgain(check?.state === 'unknown' ? check.error : null, () => {
    // A press that came first is not overtaken: its answer leads on.
    if (check && !running.current) void run(check.entered);
  });

  return { check, run, forget };
}
