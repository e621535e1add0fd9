import './form.css';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';

type FormProps = {
  readonly children: ReactNode;
  /** Main button, at the bottom of the screen on phones; inside the form, so that Enter submits. */
  readonly foot: ReactNode;
  readonly onSubmit: () => void;
  /** Focuses the first field on mount. Only for forms with a single field. */
  readonly focusFirst?: boolean;
  readonly ref?: RefObject<HTMLFormElement | null>;
};

/** The form of a screen. Its fields show their errors instead of the browser's messages. */
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
