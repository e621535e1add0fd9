import './quoteCountdown.css';
import { text } from '../../i18n/text.ts';
import { Ring } from './Ring.tsx';

const LOW_SECONDS = 10;

type QuoteCountdownProps = {
  /** null: the quote has expired and is being renewed. */
  readonly secondsLeft: number | null;
  /** Total lifetime, for the ring. */
  readonly totalSeconds?: number;
  /** `clock` shows mm:ss, for the payment window. */
  readonly format?: 'seconds' | 'clock';
  /** Shown in a pill in the top bar. */
  readonly pill?: boolean;
};

/**
 * Countdown of a quote or payment. Screen readers get one polite announcement at ten seconds; ring and colour repeat
 * the figure.
 */
export function QuoteCountdown({ secondsLeft, totalSeconds = 60, format = 'seconds', pill }: QuoteCountdownProps) {
  const low = secondsLeft !== null && secondsLeft <= LOW_SECONDS;
  return (
    <span className="quote-countdown" data-low={low ? '' : undefined} data-pill={pill ? '' : undefined}>
      {secondsLeft === null ? (
        <>
          <Ring turning />
          <span>{text('ui.updating')}</span>
        </>
      ) : (
        <>
          <Ring share={Math.min(1, secondsLeft / totalSeconds)} />
          <span role="timer" aria-live="off" className="quote-countdown-figure" data-format={format}>
            {format === 'clock' ? formatCountdown(secondsLeft) : text('ui.seconds', { seconds: secondsLeft })}
          </span>
        </>
      )}
      <span className="unseen" aria-live="polite">
        {secondsLeft === LOW_SECONDS ? text('ui.seconds_left', { seconds: LOW_SECONDS }) : ''}
      </span>
    </span>
  );
}

/** Returns `14:32`, with hours in front if there are any. */
export function formatCountdown(seconds: number): string {
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const hours = Math.floor(seconds / 3600);
  if (hours > 0) parts.unshift(hours);
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
