import './note.css';
import type { ReactNode } from 'react';

type NoteProps = {
  readonly children: ReactNode;
  /** 18 px wide. */
  readonly icon?: ReactNode;
  /** `warn` for deadlines and irreversible actions, `bad` for what has failed. */
  readonly tone?: 'plain' | 'warn' | 'bad';
};

/** Short explanation of at most two sentences, placed where the question arises. */
export function Note({ children, icon, tone = 'plain' }: NoteProps) {
  return (
    <p className="note" data-tone={tone}>
      {icon}
      <span>{children}</span>
    </p>
  );
}
