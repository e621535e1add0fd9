import './reveal.css';
import type { ConsoleCallRequest } from '@slipway/contract/consoleCalls.ts';
import { useState } from 'react';
import { consoleCall } from '../api/consoleCall.ts';

type RevealProps = {
  /** As it stands while nobody has asked. */
  readonly masked: string;
  readonly field: ConsoleCallRequest<'reveal'>;
};

/** A masked field with "Show": who has seen what of whom is noted. Away from the page, it is masked again. */
export function Reveal({ masked, field }: RevealProps) {
  const [state, setState] = useState<{ readonly value?: string; readonly error?: string; readonly asks?: boolean }>({});
  const { value, error, asks } = state;

  async function show() {
    setState({ asks: true });
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
      <button type="button" onClick={() => void show()} disabled={asks} title="It is noted that you have seen it">
        Show<span className="unseen"> the {NAMES[field.field]}: it is noted that you have seen it</span>
      </button>
      {error !== undefined && <span className="bad">{error}</span>}
    </span>
  );
}

const NAMES = {
  mail: 'e-mail address',
  phone: 'phone number',
  birthDate: 'birth date',
  address: 'address',
  document: 'document',
  account: 'account',
} as const;
