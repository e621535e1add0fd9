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

/** The amount of a crypto; `info`, its limits, is undefined while they are on their way. */
export function useBuyAmount(given: string, currency: string, info: TokenInfo | undefined): BuyAmountEntry {
  const [entered, setEntered] = useState(given);
  const [judged, setJudged] = useState(given !== '');
  const reported = useRef(given);
  const fault = info && judged ? amountFault(entered, info) : null;
  const judge = () => setJudged(true);
  return {
    entered,
    fault,
    enter: (amount) => {
      setEntered(amount);
      // A fault is shown when the field is left, and taken back as soon as it is mended.
      if (info && judged && fault === null && amountFault(amount, info) !== null) setJudged(false);
    },
    leave: () => {
      if (entered !== reported.current) {
        track('inputGetAmount', { side: 'Get', amount: entered, getCurrency: currency });
      }
      reported.current = entered;
      afterPress(judge);
    },
    judge,
    clear: () => {
      setEntered('');
      setJudged(false);
    },
  };
}
