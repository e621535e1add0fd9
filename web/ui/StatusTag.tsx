import './statusTag.css';
import type { ReactNode } from 'react';

export type Tone = 'good' | 'warn' | 'bad' | 'tide' | 'mute';

/** A status as text; the colour only repeats it. */
export function StatusTag({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className="status-tag" data-tone={tone}>
      {children}
    </span>
  );
}
