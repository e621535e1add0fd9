import { type ReactNode, useId } from 'react';
import './accountPages.css';

type AccountSectionProps = {
  readonly title: string;
  /** Renders the content; receives the id of the section's heading. */
  readonly children: (titleId: string) => ReactNode;
};

/** Section of an account page with a heading. */
export function AccountSection({ title, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section className="account-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children(id)}
    </section>
  );
}
