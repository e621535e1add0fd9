import { useRef, useState } from 'react';
import { getLocale } from '../../i18n/text.ts';
import { formatFocusedAmount } from '../../ui/amount/amountInput.ts';
import { type AmountRules, DEFAULT_DECIMALS, readAmount } from '../../ui/amount/readAmount.ts';
import { runAfterPress } from '../../ui/runAfterPress.ts';
import { track } from '../tracking/track.ts';
import { type AmountFault, findAmountFault, type TokenInfo } from './buyRules.ts';

export type BuyAmountEntry = {
  /** Text in the field. */
  readonly entered: string;
  /** The parsed amount; '' if there is none. */
  readonly amount: string;
  readonly rules: AmountRules;
  /** The error, once validated. */
  readonly fault: AmountFault | null;
  readonly enter: (entered: string) => void;
  /** Called on blur: reports a changed amount to the funnel, and shows an error once no press is in progress. */
  readonly leave: () => void;
  /** Shows the error of the entry, if it has one. */
  readonly requestCheck: () => void;
  /** Clears the field for another crypto. */
  readonly clear: () => void;
};

/** Amount field state, `given` until something is typed; `info` with the limits is undefined while loading. */
export function useBuyAmount(given: string, currency: string, info: TokenInfo | undefined): BuyAmountEntry {
  const [typed, setTyped] = useState<string | null>(null);
  const [isCheckRequested, setIsCheckRequested] = useState(false);
  const trackedAmount = useRef<string | null>(null);
  const locale = getLocale();
  const rules = { locale, decimals: info?.decimals ?? DEFAULT_DECIMALS, code: info?.symbol ?? '' };
  const entered = typed ?? formatFocusedAmount(given, locale);
  const read = readAmount(entered, rules);
  const amount = read.kind === 'amount' ? read.amount : '';
  const isChecked = isCheckRequested || (typed === null && given !== '');
  const fault = info && isChecked ? findAmountFault(read, info) : null;
  const requestCheck = () => setIsCheckRequested(true);
  return {
    entered,
    amount,
    rules,
    fault,
    enter: (next) => {
      setTyped(next);
      // An error appears when the field is left and disappears as soon as it is fixed.
      const isNewFault =
        info !== undefined && fault === null && findAmountFault(readAmount(next, rules), info) !== null;
      setIsCheckRequested(isChecked && !isNewFault);
    },
    leave: () => {
      if (amount !== (trackedAmount.current ?? given)) {
        track('inputGetAmount', { side: 'Get', amount, getCurrency: currency });
      }
      trackedAmount.current = amount;
      runAfterPress(requestCheck);
    },
    requestCheck,
    clear: () => {
      setTyped('');
      setIsCheckRequested(false);
    },
  };
}
