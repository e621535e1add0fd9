import './signer.css';
import { AskForm } from '../../person/AskForm.tsx';
import type { Signer } from './signerState.ts';

const REASONS = [
  { value: 'strange', label: 'Something was signed that should not have been' },
  { value: 'key', label: 'A key may be in other hands' },
  { value: 'books', label: 'The books do not agree' },
  { value: 'law', label: 'Law or a supervisor' },
  { value: 'work', label: 'Planned work' },
];

/** A stop is signed by one, at once. */
export function StopSigning({ offer }: { readonly offer: Signer['stop'] }) {
  const { act, action, subject, input, label, effect, allowed, why } = offer;
  return (
    <AskForm
      wish={{ act, action, subject, input }}
      title={label}
      reasons={REASONS}
      takesTwo={false}
      approvers={[]}
      danger
      {...(!allowed && { refused: why })}
    >
      <p className="signer-effect">{effect}</p>
      {!allowed && <p className="second">{why}</p>}
    </AskForm>
  );
}
