import './timeline.css';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { text } from '../../i18n/text.ts';

export type TimelineStep = {
  readonly id: string;
  readonly state: 'done' | 'now' | 'later' | 'failed';
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  /** How long the step usually takes. */
  readonly usual?: string | null;
  /** The time as shown to the buyer, with the date if it is not today. */
  readonly time?: string;
  /** ISO 8601, for screen readers and scripts. */
  readonly at?: string;
  /** Several steps in one row, which has no number. */
  readonly joined?: boolean;
};

/** Shows past, current and future steps. */
export function Timeline({ steps }: { readonly steps: readonly TimelineStep[] }) {
  return (
    <ol className="timeline">
      {steps.map((step, index) => (
        <li key={step.id} data-state={step.state} aria-current={step.state === 'now' ? 'step' : undefined}>
          <span className="timeline-dot" aria-hidden="true">
            {step.state === 'done' && <Check size={14} strokeWidth={3} />}
            {step.state === 'failed' && <X size={14} strokeWidth={3} />}
            {step.state === 'later' && !step.joined && index + 1}
          </span>
          <b>
            {step.title}
            <span className="unseen">{text(`ui.step_${step.state}`)}</span>
          </b>
          {step.time && <time dateTime={step.at}>{step.time}</time>}
          {step.detail && <small>{step.detail}</small>}
          {step.usual && <small>{step.usual}</small>}
        </li>
      ))}
    </ol>
  );
}
