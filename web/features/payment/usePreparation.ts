import { useEffect, useEffectEvent, useState } from 'react';
import { CallError, isAbort } from '../../api/callError.ts';
import { presentDraft } from '../draft/draft.ts';
import { takeTokenOfQuery } from '../session/tokenOfQuery.ts';
import { blockedByDetails, makeOrder, prepareCards, type SavedCard } from './prepareOrder.ts';

export type PreparationState<Amounts> =
  | { readonly kind: 'working' }
  /** Another amount than the buyer last saw: agreed to before an order is made. */
  | { readonly kind: 'changed'; readonly old: Amounts; readonly new: Amounts; readonly working: boolean }
  | { readonly kind: 'choose'; readonly orderNo: string; readonly cards: readonly SavedCard[] }
  | { readonly kind: 'failed'; readonly error: unknown };

type PreparationOptions<Amounts> = {
  /** The order of the address; '' when it is still to be made. */
  readonly orderNo: string;
  /** A new quote for the draft, beside what the buyer last saw; null when the draft holds no purchase. */
  readonly renew: (signal: AbortSignal) => Promise<{ readonly shown: Amounts; readonly quoted: Amounts } | null>;
  readonly isChanged: (shown: Amounts, quoted: Amounts) => boolean;
  readonly onOrder: (orderNo: string) => void;
  /** The price ran out before the order was made; a new quote has been asked. */
  readonly onPriceExpired: () => void;
  readonly go: (to: string) => void;
};

export type PreparationControl<Amounts> = {
  readonly state: PreparationState<Amounts>;
  readonly agree: () => void;
  readonly retry: () => void;
};

const working = { kind: 'working' } as const;

/** Select Card, step by step: who the buyer is, the quote, the order, the details, the document, the cards. */
export function usePreparation<Amounts>(options: PreparationOptions<Amounts>): PreparationControl<Amounts> {
  const [state, setState] = useState<PreparationState<Amounts>>(working);
  const [round, setRound] = useState(0);
  const [agreed, setAgreed] = useState(0);

  const cards = async (orderNo: string, signal: AbortSignal) => {
    const prepared = await prepareCards(orderNo, signal);
    if (prepared.kind === 'go') options.go(prepared.to);
    else setState({ kind: 'choose', orderNo, cards: prepared.cards });
  };
  const order = async (signal: AbortSignal) => {
    const made = await makeOrder(presentDraft());
    signal.throwIfAborted();
    if (made.kind === 'go') return options.go(made.to);
    if (made.kind === 'expired') {
      options.onPriceExpired();
      return quote(signal);
    }
    options.onOrder(made.orderNo);
    return cards(made.orderNo, signal);
  };
  const quote = async (signal: AbortSignal): Promise<void> => {
    const renewed = await options.renew(signal);
    if (!renewed) return options.go('/edit');
    const { shown, quoted } = renewed;
    if (!options.isChanged(shown, quoted)) return order(signal);
    setState({ kind: 'changed', old: shown, new: quoted, working: false });
  };
  const begin = useEffectEvent(async (signal: AbortSignal) => {
    await takeTokenOfQuery();
    const blocked = await blockedByDetails(signal);
    if (blocked) return options.go(blocked);
    return options.orderNo ? cards(options.orderNo, signal) : quote(signal);
  });
  const goOn = useEffectEvent((signal: AbortSignal) => order(signal));
  const fail = useEffectEvent((error: unknown) => {
    if (!isAbort(error) && !(error instanceof CallError && error.handled)) setState({ kind: 'failed', error });
  });

  useEffect(() => {
    const abort = new AbortController();
    begin(abort.signal).catch(fail);
    return () => abort.abort();
  }, [round]);
  useEffect(() => {
    if (agreed === 0) return undefined;
    const abort = new AbortController();
    goOn(abort.signal).catch(fail);
    return () => abort.abort();
  }, [agreed]);

  return {
    state,
    agree: () => {
      if (state.kind !== 'changed' || state.working) return;
      setState({ ...state, working: true });
      setAgreed((before) => before + 1);
    },
    retry: () => {
      setState(working);
      setRound((before) => before + 1);
    },
  };
}
