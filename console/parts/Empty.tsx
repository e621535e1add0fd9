import './empty.css';
import type { ReactNode } from 'react';

type EmptyProps = {
  /** Why there is nothing, and what comes next: "Nothing needs a person. Next clock: 16:20." */
  readonly children: ReactNode;
  readonly action?: ReactNode;
};

export function Empty({ children, action }: EmptyProps) {
  return (
    <div className="empty">
      <p>{children}</p>
      {action}
    </div>
  );
}
