import { useCallback, useEffect, useRef, useState } from 'react';
import { isAbort } from '../../api/callError.ts';
import { useRetryOnReconnect } from '../../api/useRetryOnReconnect.ts';
import { type AddressCheck, type AddressCheckRequest, checkAddress } from './addressCheck.ts';

export type AddressCheckControl = {
  /** Result for the last checked entry; null before the first check and after `forget`. */
  readonly check: AddressCheck | null;
  /**
   * Checks the entry unless it is already checked. Returns null if the check was aborted: by a newer one, by `forget` or
   * because the page was left. The function changes only with the crypto.
   */
  readonly run: (entered: string) => Promise<AddressCheck | null>;
  /** Aborts a running check and discards the result. */
  readonly forget: () => void;
};

/**
 * Checks addresses one at a time: a new check aborts the previous one. A check without an answer is repeated when the
 * connection returns. `requestCheck` must be the same function in every render.
 */
export function useAddressCheck(currency: string, requestCheck?: AddressCheckRequest): AddressCheckControl {
  const [check, setCheck] = useState<AddressCheck | null>(null);
  const lastCheck = useRef<AddressCheck | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const settle = useCallback((verdict: AddressCheck | null) => {
    lastCheck.current = verdict;
    setCheck(verdict);
  }, []);

  const run = useCallback(
    async (entered: string) => {
      const known = lastCheck.current;
      if (known !== null && known.state !== 'unknown' && known.entered === entered.trim()) return known;
      running.current?.abort();
      const abort = new AbortController();
      running.current = abort;
      try {
        const verdict = await checkAddress(entered, currency, abort.signal, requestCheck);
        settle(verdict);
        return verdict;
      } catch (error) {
        if (!isAbort(error)) throw error;
        return null;
      } finally {
        if (running.current === abort) running.current = null;
      }
    },
    [currency, requestCheck, settle],
  );

  const forget = useCallback(() => {
    running.current?.abort();
    settle(null);
  }, [settle]);

  useRetryOnReconnect(check?.state === 'unknown' ? check.error : null, () => {
    // A check started by a press is not replaced: its answer continues the purchase.
    if (check && !running.current) void run(check.entered);
  });

  return { check, run, forget };
}
