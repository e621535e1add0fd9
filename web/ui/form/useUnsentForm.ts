import { useState } from 'react';
import { UNSENT_FORMS } from './unsentForms.ts';

/**
 * Form state that survives its screen, so that the buyer finds the input again after a login in between. Stored for this tab;
 * cleared when the form is sent (`forget`) and when another buyer logs in. The value is plain JSON.
 */
export function useUnsentForm<Value extends object>(
  form: string,
  initial: Value,
): readonly [value: Value, change: (next: Value) => void, forget: () => void] {
  const [value, setValue] = useState<Value>(() => ({
    ...initial,
    ...(readForms()[form] as Partial<Value> | undefined),
  }));
  const change = (next: Value) => {
    writeForms({ ...readForms(), [form]: next });
    setValue(next);
  };
  const forget = () => {
    const { [form]: _sent, ...others } = readForms();
    writeForms(others);
  };
  return [value, change, forget];
}

function readForms(): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(sessionStorage.getItem(UNSENT_FORMS) ?? '{}') ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function writeForms(forms: Readonly<Record<string, unknown>>): void {
  sessionStorage.setItem(UNSENT_FORMS, JSON.stringify(forms));
}
