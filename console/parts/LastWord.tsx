import { type ReactNode, useRef } from 'react';
import { useFrame } from '../app/frameState.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Note } from './Note.tsx';

type LastWordProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The question with its amount: "Say yes to giving back 1,640.00 EUR?" */
  readonly question: ReactNode;
  /** Who asked, and what comes after the yes. */
  readonly description: ReactNode;
  /** Where it goes and what cannot be undone. */
  readonly warning: ReactNode;
  /** The act by its name: "Give back 1,640.00 EUR". */
  readonly act: string;
  readonly onAct: () => void;
  /** "Say no", where no is an answer that is kept; else the window is left. */
  readonly refusal?: string;
  readonly onRefuse?: () => void;
  /** A stop or a loss: outlined, and Enter alone does not press it. */
  readonly danger?: boolean;
  readonly working?: boolean;
  /** Why it did not work. */
  readonly error?: string | undefined;
};

/** The last step before what cannot be undone: amount, target, consequence, and an act with a name. */
export function LastWord(props: LastWordProps) {
  const { open, onClose, question, description, warning, act, onAct, refusal = 'Not now', onRefuse = onClose } = props;
  const isTest = useFrame().session?.environment.kind === 'test';
  const leave = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={question}
      description={description}
      initialFocus={leave}
      acts={
        <>
          <Button kind={props.danger ? 'danger' : 'primary'} working={props.working ?? false} onClick={onAct}>
            {act}
          </Button>
          <Button ref={leave} onClick={onRefuse}>
            {refusal}
          </Button>
        </>
      }
    >
      <Note tone="warn">{warning}</Note>
      {props.error !== undefined && <Note tone="bad">{props.error}</Note>}
      {isTest && <Note>Test: no real money moves.</Note>}
    </Dialog>
  );
}
