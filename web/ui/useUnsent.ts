import { useState } from 'react';
import { UNSENT_FORMS } from './unsentForms.ts';

/**
 * State of a form that outlives its screen: a login in the middle of it leads back to what was typed. In this tab alone;
 * forgotten when the form is sent (`forget`) and when another buyer logs in. The value is plain JSON.
 */
export function useUnsent<Value extends object>(
  form: string,
  initial: Value,
): readonly [value: Value, change: (next: Value) => void, forget: () => void] {
  const [value, setValue] = useState<Value>(() => ({ ...initial, ...(stored()[form] as Partial<Value> | undefined) }));
  const change = (next: Value) => {
    store({ ...stored(), [form]: next });
    setValue(next);
  };
  const forget = () => {
    const { [form]: _sent, ...others } = stored();
    store(others);
  };
  return [value, change, forget];
}

function stored(): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(sessionStorage.getItem(UNSENT_FORMS) ?? '{}') ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function store(forms: Readonly<Record<string, unknown>>): void {
  sessionStorage.setItem(UNSENT_FORMS, JSON.stringify(forms));
}
