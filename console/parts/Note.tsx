import './note.css';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import OctagonX from 'lucide-react/icons/octagon-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';

type NoteProps = {
  /** At most two sentences: what happened or will happen, and what it means for the money. */
  readonly children: ReactNode;
  readonly tone?: 'plain' | 'good' | 'warn' | 'bad';
  readonly icon?: ReactNode;
};

const ICONS = { plain: Info, good: CircleCheck, warn: TriangleAlert, bad: OctagonX } as const;

export function Note({ children, tone = 'plain', icon }: NoteProps) {
  const Icon = ICONS[tone];
  return (
    <div className="note" data-tone={tone}>
      {icon ?? <Icon size={16} strokeWidth={2.1} aria-hidden="true" />}
      <div>{children}</div>
    </div>
  );
}
