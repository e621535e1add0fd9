import './quoteCountdown.css';
import { text } from '../i18n/text.ts';
import { Ring } from './Ring.tsx';

const LOW_SECONDS = 10;

type QuoteCountdownProps = {
  /** null: the quote has run out and is being renewed. */
  readonly secondsLeft: number | null;
  /** The whole life, for the ring. */
  readonly totalSeconds?: number;
  /** `clock` shows mm:ss, for the payment window. */
  readonly format?: 'seconds' | 'clock';
  /** In a pill of its own, for the bar. */
  readonly pill?: boolean;
};

/** Silent for readers but for one polite word at ten seconds; the ring and the colour say the same as the figure. */
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
            {format === 'clock' ? clockText(secondsLeft) : text('ui.seconds', { seconds: secondsLeft })}
          </span>
        </>
      )}
      <span className="unseen" aria-live="polite">
        {secondsLeft === LOW_SECONDS ? text('ui.seconds_left', { seconds: LOW_SECONDS }) : ''}
      </span>
    </span>
  );
}

/** `14:32`; hours join in front when there are any. */
export function clockText(seconds: number): string {
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const hours = Math.floor(seconds / 3600);
  if (hours > 0) parts.unshift(hours);
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
