import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { Note } from '../../parts/Note.tsx';
import { showToast } from '../../parts/overlays/toasts.ts';
import type { StatementContent, signStatement } from '../../person/signStatement.ts';
import { useSignedActions } from '../../person/useSignedActions.ts';

type PersonActionFormProps = {
  readonly content: Omit<StatementContent, 'reason'>;
  readonly title: string;
  /** Description of the effect. */
  readonly effect: string;
  readonly danger?: boolean;
  readonly send: (statement: Awaited<ReturnType<typeof signStatement>>) => Promise<unknown>;
};

/** A form that signs a statement about a person, with a reason. */
export function PersonActionForm({ content, title, effect, danger = false, send }: PersonActionFormProps) {
  const signing = useSignedActions();
  const [why, setWhy] = useState('');
  const [fault, setFault] = useState<string>();

  async function submit() {
    if (why.trim() === '') return setFault('Enter a reason. It is recorded in the audit trail.');
    setFault(undefined);
    if (await signing.send({ ...content, reason: why.trim() }, send)) showToast('Signed and recorded.');
  }

  return (
    <form
      className="people-act"
      onSubmit={(event) => {
        event.preventDefault();
        // Ending a person's rights needs a click.
        if (!danger) void submit();
      }}
    >
      <p className="second">{effect}</p>
      <TextField label="Reason, recorded permanently in the audit trail" value={why} onChange={setWhy} error={fault} />
      <Button
        type={danger ? 'button' : 'submit'}
        kind={danger ? 'danger' : 'plain'}
        working={signing.working}
        {...(danger && { onClick: () => void submit() })}
      >
        {title}
      </Button>
      {signing.error !== undefined && <Note tone="bad">{signing.error}</Note>}
    </form>
  );
}
