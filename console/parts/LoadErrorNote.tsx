import './empty.css';
import { formatClockTime } from './time/formatUtcTime.ts';

type LoadErrorNoteProps = {
  /** When the shown data was read, ISO; absent if there is none. */
  readonly asOf?: string | undefined;
  /** Names the data that could not be loaded, and the consequence. */
  readonly children?: string;
  readonly onRetry: () => void;
};

/** Shown above or instead of data that could not be refetched. The component that shows stale data greys it. */
export function LoadErrorNote({ asOf, children, onRetry }: LoadErrorNoteProps) {
  return (
    <output className="failed">
      <span>
        {children ?? 'Could not load this data.'}
        {asOf !== undefined && ` As of ${formatClockTime(new Date(asOf))}.`}
      </span>
      <button type="button" onClick={onRetry}>
        Retry
      </button>
    </output>
  );
}
