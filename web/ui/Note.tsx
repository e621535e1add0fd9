import './note.css';
import type { ReactNode } from 'react';

type NoteProps = {
  readonly children: ReactNode;
  /** 18 wide. */
  readonly icon?: ReactNode;
  /** `warn` for deadlines and what cannot be undone. */
  readonly tone?: 'plain' | 'warn';
};

/** At most two sentences, said where the doubt is. */
export function Note({ children, icon, tone = 'plain' }: NoteProps) {
  return (
    <p className="note" data-tone={tone}>
      {icon}
      <span>{children}</span>
    </p>
  );
}
