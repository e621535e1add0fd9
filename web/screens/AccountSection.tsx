import { type ReactNode, useId } from 'react';
import './accountPages.css';

type AccountSectionProps = {
  readonly title: string;
  /** What it holds, by the id of its heading. */
  readonly children: (titleId: string) => ReactNode;
};

/** A part of an account's page under a heading. */
export function AccountSection({ title, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section className="account-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children(id)}
    </section>
  );
}
