import { useRef, useState } from 'react';
import { afterPress } from '../../ui/afterPress.ts';
import { track } from '../tracking/track.ts';
import { type AmountFault, amountFault, type TokenInfo } from './buyRules.ts';

export type BuyAmountEntry = {
  readonly entered: string;
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
  const entered = typed ?? given;
  const judged = asked || (typed === null && given !== '');
  const fault = info && judged ? amountFault(entered, info) : null;
  const judge = () => setAsked(true);
  return {
    entered,
    fault,
    enter: (amount) => {
      type(amount);
      // A fault is shown when the field is left, and taken back as soon as it is mended.
      const begins = info !== undefined && fault === null && amountFault(amount, info) !== null;
      setAsked(judged && !begins);
    },
    leave: () => {
      if (entered !== (reported.current ?? given)) {
        track('inputGetAmount', { side: 'Get', amount: entered, getCurrency: currency });
      }
      reported.current = entered;
      afterPress(judge);
    },
    judge,
    clear: () => {
      type('');
      setAsked(false);
    },
  };
}
