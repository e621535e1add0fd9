import { useState } from 'react';

const unsent = new Map<string, unknown>();

/**
 * State of a form that outlives its screen: whoever is led to the login in the middle of it finds it as it was. In memory
 * alone; forgotten when the form is sent (`forget`) and when somebody else logs in.
 */
export function useUnsent<Value>(
  form: string,
  initial: Value,
): readonly [value: Value, change: (next: Value) => void, forget: () => void] {
  const [value, setValue] = useState(() => (unsent.has(form) ? (unsent.get(form) as Value) : initial));
  const change = (next: Value) => {
    unsent.set(form, next);
    setValue(next);
  };
  return [value, change, () => unsent.delete(form)];
}

/** Of every form. */
export function forgetUnsent(): void {
  unsent.clear();
}
