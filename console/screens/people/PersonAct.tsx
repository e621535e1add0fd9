import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Note } from '../../parts/Note.tsx';
import { TextField } from '../../parts/TextField.tsx';
import { say } from '../../parts/toasts.ts';
import type { Saying, signStatement } from '../../person/signStatement.ts';
import { useAct } from '../../person/useAct.ts';

type PersonActProps = {
  readonly saying: Omit<Saying, 'reason'>;
  readonly title: string;
  /** What it changes. */
  readonly effect: string;
  readonly danger?: boolean;
  readonly send: (statement: Awaited<ReturnType<typeof signStatement>>) => Promise<unknown>;
};

/** A word about persons, with its reason and a signature. */
export function PersonAct({ saying, title, effect, danger = false, send }: PersonActProps) {
  const act = useAct();
  const [why, setWhy] = useState('');
  const [fault, setFault] = useState<string>();

  async function submit() {
    if (why.trim() === '') return setFault('Say in a few words why: it is kept with your word.');
    setFault(undefined);
    if (await act.say({ ...saying, reason: why.trim() }, send)) say('Said, and kept.');
  }

  return (
    <form
      className="people-act"
      onSubmit={(event) => {
        event.preventDefault();
        // What ends somebody's rights is pressed itself.
        if (!danger) void submit();
      }}
    >
      <p className="second">{effect}</p>
      <TextField label="Why, kept for ever" value={why} onChange={setWhy} error={fault} />
      <Button
        type={danger ? 'button' : 'submit'}
        kind={danger ? 'danger' : 'plain'}
        working={act.working}
        {...(danger && { onClick: () => void submit() })}
      >
        {title}
      </Button>
      {act.error !== undefined && <Note tone="bad">{act.error}</Note>}
    </form>
  );
}
