import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { LastWord } from '../parts/LastWord.tsx';
import { TextField } from '../parts/TextField.tsx';
import { type OperatorRequest, useAct } from './useAct.ts';

type TakeBackProps = {
  readonly request: OperatorRequest;
  /** What was asked for: "Change fee credit_debit_card/EUR". */
  readonly title: string;
};

/** Takes back what was asked for, and what was agreed to and waits for its time. Nothing where this person may not. */
export function TakeBack({ request, title }: TakeBackProps) {
  const act = useAct();
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const [fault, setFault] = useState<string>();

  async function takeBack() {
    if (words.trim() === '') return setFault('Say in a few words why: it is kept with the request.');
    if (await act.answer(request, 'reject', words.trim())) setOpen(false);
  }

  if (!request.mayTakeBack) return null;
  return (
    <>
      <Button size="small" kind="quiet" onClick={() => setOpen(true)}>
        Take it back …
      </Button>
      <LastWord
        open={open}
        onClose={() => setOpen(false)}
        question={`Take back “${title}”?`}
        description={
          <TextField
            label="Why it is taken back, kept for ever"
            value={words}
            onChange={setWords}
            error={fault}
            lines
          />
        }
        warning="It is over then, and nothing was done: whoever wants it asks for it anew."
        act="Take it back"
        onAct={() => void takeBack()}
        working={act.working}
        error={act.error}
      />
    </>
  );
}
