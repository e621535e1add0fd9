import { QUOTE_LIFE_SECONDS } from '../features/quote/quoteLife.ts';
import type { QuoteState } from '../features/quote/quoteReducer.ts';
import { RichText } from '../i18n/RichText.tsx';
import { text } from '../i18n/text.ts';
import { clockText } from '../ui/QuoteCountdown.tsx';
import { Ring } from '../ui/Ring.tsx';

type NewQuotesInProps = {
  readonly state: QuoteState;
  /** An amount is being typed: the quote is the former one, and its time says nothing. */
  readonly stale: boolean;
};

/** "New quotes in mm:ss": silent for readers, who hear the new amount instead. Empty, but as high, without a quote. */
export function NewQuotesIn({ state, stale }: NewQuotesInProps) {
  return (
    <p className="plugin-countdown">
      {state.status === 'live' && !stale && (
        <>
          <Ring size={16} share={state.secondsLeft / QUOTE_LIFE_SECONDS} />
          <span role="timer" aria-live="off">
            <RichText
              of="plugin.new_quotes_in"
              with={{ time: <b className="num">{clockText(state.secondsLeft)}</b> }}
            />
          </span>
        </>
      )}
      {(state.status === 'idle' || state.status === 'loading' || state.status === 'expired') && (
        <>
          <Ring size={16} turning />
          {text('ui.updating')}
        </>
      )}
    </p>
  );
}
