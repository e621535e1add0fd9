import { QUOTE_LIFETIME_SECONDS } from '../features/quote/quoteLifetime.ts';
import type { QuoteState } from '../features/quote/quoteReducer.ts';
import { RichText } from '../i18n/RichText.tsx';
import { text } from '../i18n/text.ts';
import { formatCountdown } from '../ui/progress/QuoteCountdown.tsx';
import { Ring } from '../ui/progress/Ring.tsx';

type QuoteRefreshCountdownProps = {
  readonly state: QuoteState;
  /** An amount is being typed: the quote is the previous one, so its countdown is meaningless. */
  readonly stale: boolean;
};

/**
 * Shows "New quotes in mm:ss". Silent for screen readers, which hear the new amount instead. Keeps its height without a
 * quote.
 */
export function QuoteRefreshCountdown({ state, stale }: QuoteRefreshCountdownProps) {
  return (
    <p className="plugin-countdown">
      {state.status === 'live' && !stale && (
        <>
          <Ring size={16} share={state.secondsLeft / QUOTE_LIFETIME_SECONDS} />
          <span role="timer" aria-live="off">
            <RichText
              of="plugin.new_quotes_in"
              with={{ time: <b className="num">{formatCountdown(state.secondsLeft)}</b> }}
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
