import './nothingYet.css';
import type { ReactNode } from 'react';

type NothingYetProps = {
  readonly icon: ReactNode;
  /** States what is missing. */
  readonly message: string;
  /** Explains how it is created. */
  readonly detail: string;
};

/** Shown for an empty list of the buyer; nothing failed, so there is no retry. */
export function NothingYet({ icon, message, detail }: NothingYetProps) {
  return (
    <div className="nothing-yet">
      <span className="nothing-yet-icon">{icon}</span>
      <p className="nothing-yet-message">{message}</p>
      <p className="hint">{detail}</p>
    </div>
  );
}
