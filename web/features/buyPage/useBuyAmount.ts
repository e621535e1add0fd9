import { useRef, useState } from 'react';
import { currentLocale } from '../../i18n/text.ts';
import { afterPress } from '../../ui/afterPress.ts';
import { editedAmount } from '../../ui/amountInput.ts';
import { type AmountRules, readAmount } from '../../ui/readAmount.ts';
import { track } from '../tracking/track.ts';
import { type AmountFault, amountFault, type TokenInfo } from './buyRules.ts';

/** Until the crypto is known. */
const DEFAULT_DECIMALS = 8;

export type BuyAmountEntry = {
  /** The text of the field. */
  readonly entered: string;
  /** The amount that it says; '' for none. */
  readonly amount: string;
  readonly rules: AmountRules;
  /** What is wrong with it, once it has been judged. */
  readonly fault: AmountFault | null;
  readonly enter: (entered: string) => void;
  /** The field is left: a fault is shown as soon as no press is under way. */
  readonly leave: () => void;
  readonly judge: () => void;
  /** For another crypto. */
  readonly clear: () => void;
};

/** The amount of a crypto, `given` until something is typed; `info`, its limits, is undefined while they are on their way. */
export function useBuyAmount(given: string, currency: string, info: TokenInfo | undefined): BuyAmountEntry {
  const [typed, type] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const reported = useRef<string | null>(null);
  const locale = currentLocale();
  const rules = { locale, decimals: info?.decimals ?? DEFAULT_DECIMALS, code: info?.symbol ?? '' };
  const entered = typed ?? editedAmount(given, locale);
  const read = readAmount(entered, rules);
  const amount = read.kind === 'amount' ? read.amount : '';
  const judged = asked || (typed === null && given !== '');
  const fault = info && judged ? amountFault(read, info) : null;
  const judge = () => setAsked(true);
  return {
    entered,
    amount,
    rules,
    fault,
    enter: (next) => {
      type(next);
      // A fault is shown when the field is left, and taken back as soon as it is mended.
      const begins = info !== undefined && fault === null && amountFault(readAmount(next, rules), info) !== null;
      setAsked(judged && !begins);
    },
    leave: () => {
      if (amount !== (reported.current ?? given)) {
        track('inputGetAmount', { side: 'Get', amount, getCurrency: currency });
      }
      reported.current = amount;
      afterPress(judge);
    },
    judge,
    clear: () => {
      type('');
      setAsked(false);
    },
  };
}
