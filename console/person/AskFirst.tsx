import { useRef, useSyncExternalStore } from 'react';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { clockTime } from '../parts/timeWords.ts';
import { openQuestion, subscribeQuestion } from './askFirst.ts';

/** The question before an act while the server is not heard. Once on the page; there before the line is lost. */
export function AskFirst() {
  const question = useSyncExternalStore(subscribeQuestion, openQuestion);
  const leave = useRef<HTMLButtonElement>(null);
  if (!question) return null;
  const { heardAt, answer } = question;
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      title="Act on what may be old?"
      description={`The server was heard last at ${clockTime(new Date(heardAt), true)}. What you decide rests on what stood then; somebody may have decided it since. Nothing is signed yet.`}
      initialFocus={leave}
      acts={
        <>
          <Button onClick={() => answer(true)}>Sign it all the same</Button>
          <Button ref={leave} onClick={() => answer(false)}>
            Not now
          </Button>
        </>
      }
    />
  );
}
