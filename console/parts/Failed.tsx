import './empty.css';
import { clockTime } from './timeWords.ts';

type FailedProps = {
  /** When the figures that still stand were read, ISO; absent where there are none. */
  readonly asOf?: string | undefined;
  /** What could not be read, and what it means. */
  readonly children?: string;
  readonly onAskAgain: () => void;
};

/** Above or instead of what could not be read anew. The last figures stay, greyed by whoever shows them. */
export function Failed({ asOf, children, onAskAgain }: FailedProps) {
  return (
    <output className="failed">
      <span>
        {children ?? 'This could not be read.'}
        {asOf !== undefined && ` As of ${clockTime(new Date(asOf))}.`}
      </span>
      <button type="button" onClick={onAskAgain}>
        Ask again
      </button>
    </output>
  );
}
