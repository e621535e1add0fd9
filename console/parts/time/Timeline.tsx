import './timeline.css';
import Check from 'lucide-react/icons/check';
import Dot from 'lucide-react/icons/dot';
import OctagonX from 'lucide-react/icons/octagon-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { Time } from './Time.tsx';

export type TimelineEntry = {
  readonly id: string;
  /** Absent for an entry that summarizes several steps. */
  readonly at?: string;
  readonly title: ReactNode;
  /** Below it, for example a vendor's message in quotes. */
  readonly detail?: ReactNode;
  /** Its source: `bank`, `kraken`, `rules`. */
  readonly source?: string;
  readonly tone?: 'quiet' | 'good' | 'warn' | 'bad';
  /** Replaces the tone's default icon. */
  readonly icon?: ReactNode;
};

const ICONS = { quiet: Dot, good: Check, warn: TriangleAlert, bad: OctagonX } as const;

/** Events in the given order, top to bottom. */
export function Timeline({ entries, label }: { readonly entries: readonly TimelineEntry[]; readonly label: string }) {
  return (
    <ol className="timeline" aria-label={label}>
      {entries.map((entry) => {
        const tone = entry.tone ?? 'quiet';
        const Icon = ICONS[tone];
        return (
          <li key={entry.id} data-tone={tone}>
            <span className="timeline-time">{entry.at !== undefined && <Time iso={entry.at} />}</span>
            <span className="timeline-mark" aria-hidden="true">
              <span>{entry.icon ?? <Icon size={12} strokeWidth={tone === 'good' ? 3 : 2.2} />}</span>
            </span>
            <div className="timeline-text">
              <b>{entry.title}</b>
              {entry.detail !== undefined && <small>{entry.detail}</small>}
            </div>
            <span className="timeline-source">{entry.source}</span>
          </li>
        );
      })}
    </ol>
  );
}
