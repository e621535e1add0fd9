import './signer.css';
import { RequestForm } from '../../person/RequestForm.tsx';
import type { Signer } from './computeSignerState.ts';

const REASONS = [
  { value: 'strange', label: 'Unexpected transaction signed' },
  { value: 'key', label: 'Key may be compromised' },
  { value: 'books', label: 'Reconciliation difference' },
  { value: 'law', label: 'Law or regulator' },
  { value: 'work', label: 'Planned work' },
];

/** The form that stops the signer. A stop needs one signature and applies at once. */
export function StopSigningForm({ offer }: { readonly offer: Signer['stop'] }) {
  const { act, action, subject, input, label, effect, allowed, why } = offer;
  return (
    <RequestForm
      request={{ act, action, subject, input }}
      title={label}
      reasons={REASONS}
      needsSecondApproval={false}
      approvers={[]}
      danger
      {...(!allowed && { refused: why })}
    >
      <p className="signer-effect">{effect}</p>
      {!allowed && <p className="second">{why}</p>}
    </RequestForm>
  );
}
