import './form.css';
import type { FormEvent, ReactNode, RefObject } from 'react';

type FormProps = {
  readonly children: ReactNode;
  /** The main button, at the foot of the screen on phones; part of the form, so that Enter sends it. */
  readonly foot: ReactNode;
  readonly onSubmit: () => void;
  readonly ref?: RefObject<HTMLFormElement | null>;
};

/** The form of a screen. Faults are told by the fields themselves, not by the browser. */
export function Form({ children, foot, onSubmit, ref }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={ref} className="form" noValidate onSubmit={submit}>
      {children}
      <div className="page-foot">{foot}</div>
    </form>
  );
}
