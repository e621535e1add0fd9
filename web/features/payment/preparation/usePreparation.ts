import { useEffect, useEffectEvent, useState } from 'react';
import { useRetryOnReconnect } from '../../../api/useRetryOnReconnect.ts';
import { type PreparationState, type PreparationSteps, runPreparation } from './preparation.ts';

export type PreparationControl<Amounts> = {
  readonly state: PreparationState<Amounts>;
  readonly retry: () => void;
};

/** Prepares the payment when the page opens. `retry` starts over after a failure; so does a connection that returns. */
export function usePreparation<Amounts>(steps: PreparationSteps<Amounts>): PreparationControl<Amounts> {
  const [round, setRound] = useState(0);
  const [reported, setReported] = useState<{ round: number; state: PreparationState<Amounts> } | null>(null);
  const run = useEffectEvent((forRound: number, signal: AbortSignal) =>
    runPreparation(steps, signal, (state) => {
      if (!signal.aborted) setReported({ round: forRound, state });
    }),
  );
  useEffect(() => {
    const abort = new AbortController();
    void run(round, abort.signal);
    return () => abort.abort();
  }, [round]);
  const state: PreparationState<Amounts> = reported?.round === round ? reported.state : { kind: 'working' };
  const retry = () => setRound((before) => before + 1);
  useRetryOnReconnect(state.kind === 'failed' ? state.error : null, retry);
  return { state, retry };
}
