import './reveal.css';
import type { ConsoleCallRequest } from '@slipway/contract/consoleCalls.ts';
import { useState } from 'react';
import { consoleCall } from '../api/consoleCall.ts';

type RevealableFieldProps = {
  /** The masked value, shown until it is revealed. */
  readonly masked: string;
  readonly field: ConsoleCallRequest<'reveal'>;
};

/** A masked field with a "Reveal" button; each access is logged. It is masked again when the page is left. */
export function RevealableField({ masked, field }: RevealableFieldProps) {
  const [state, setState] = useState<{
    readonly value?: string;
    readonly error?: string;
    readonly isLoading?: boolean;
  }>({});
  const { value, error, isLoading } = state;

  async function show() {
    setState({ isLoading: true });
    try {
      setState(await consoleCall('reveal', field));
    } catch (caught) {
      setState({ error: caught instanceof Error ? caught.message : String(caught) });
    }
  }

  if (value !== undefined) return <span className="reveal-value">{value}</span>;
  return (
    <span className="reveal">
      <span aria-hidden="true">{masked}</span>
      <button type="button" onClick={() => void show()} disabled={isLoading} title="Each view is logged">
        Reveal<span className="unseen"> {NAMES[field.field]} (logged)</span>
      </button>
      {error !== undefined && <span className="bad">{error}</span>}
    </span>
  );
}

const NAMES = {
  mail: 'email address',
  phone: 'phone number',
  birthDate: 'birth date',
  address: 'address',
  document: 'document',
  account: 'account',
} as const;
