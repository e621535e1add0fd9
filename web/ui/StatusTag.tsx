import './statusTag.css';
import type { ReactNode } from 'react';

export type Tone = 'good' | 'warn' | 'bad' | 'tide' | 'mute';

/** A state in words; the colour only goes with it. */
export function StatusTag({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className="status-tag" data-tone={tone}>
      {children}
    </span>
  );
}
