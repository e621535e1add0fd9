import './form.css';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';

type FormProps = {
  readonly children: ReactNode;
  /** The main button, at the foot of the screen on phones; part of the form, so that Enter sends it. */
  readonly foot: ReactNode;
  readonly onSubmit: () => void;
  /** The screen asks for one thing: its field has the focus from the start. Never on a longer form. */
  readonly focusFirst?: boolean;
  readonly ref?: RefObject<HTMLFormElement | null>;
};

/** The form of a screen. The fields show their faults themselves, not the browser. */
export function Form({ children, foot, onSubmit, focusFirst = false, ref }: FormProps) {
  const own = useRef<HTMLFormElement>(null);
  const form = ref ?? own;
  useEffect(() => {
    if (focusFirst) form.current?.querySelector('input')?.focus();
  }, [focusFirst, form]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={form} className="form" noValidate onSubmit={submit}>
      {children}
      <div className="page-foot">{foot}</div>
    </form>
  );
}
