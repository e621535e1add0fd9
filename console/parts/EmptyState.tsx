import './empty.css';
import type { ReactNode } from 'react';

type EmptyStateProps = {
  /** Why it is empty, and what comes next: "Nothing needs a person. Next clock: 16:20." */
  readonly children: ReactNode;
  readonly action?: ReactNode;
};

export function EmptyState({ children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <p>{children}</p>
      {action}
    </div>
  );
}
