import './empty.css';
import type { ReactNode } from 'react';

type EmptyStateProps = {
  /** Why it is empty, or what to do next: "No ledger entries yet: no money has moved." */
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
