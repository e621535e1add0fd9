import './nothingYet.css';
import type { ReactNode } from 'react';

type NothingYetProps = {
  readonly icon: ReactNode;
  /** What is not there. */
  readonly message: string;
  /** How it comes to be there. */
  readonly detail: string;
};

/** An empty list of the buyer's own: nothing has failed, there is nothing to try again. */
export function NothingYet({ icon, message, detail }: NothingYetProps) {
  return (
    <div className="nothing-yet">
      <span className="nothing-yet-icon">{icon}</span>
      <p className="nothing-yet-message">{message}</p>
      <p className="hint">{detail}</p>
    </div>
  );
}
