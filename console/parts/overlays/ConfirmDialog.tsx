import { type ReactNode, useRef } from 'react';
import { useFrameState } from '../../app/frameState.ts';
import { Button } from '../Button.tsx';
import { Note } from '../Note.tsx';
import { Dialog } from './Dialog.tsx';

type ConfirmDialogProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The question with its amount: "Approve the refund of 1,640.00 EUR?" */
  readonly question: ReactNode;
  /** Names the requester, and the effect of the approval. */
  readonly description: ReactNode;
  /** Destination, and what cannot be undone. */
  readonly warning: ReactNode;
  /** The action by its name: "Refund 1,640.00 EUR". */
  readonly act: string;
  readonly onAct: () => void;
  /** Label of a rejection that is stored; without it, the dialog is just closed. */
  readonly refusal?: string;
  readonly onRefuse?: () => void;
  /** A stop or a loss: the button is outlined in red. */
  readonly danger?: boolean;
  readonly working?: boolean;
  /** Why it failed. */
  readonly error?: string | undefined;
};

/** The confirmation before an irreversible action: amount, destination, consequence, and a named button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, question, description, warning, act, onAct, refusal = 'Not now', onRefuse = onClose } = props;
  const isTest = useFrameState().session?.environment.kind === 'test';
  const refuseButton = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={question}
      description={description}
      initialFocus={refuseButton}
      acts={
        <>
          <Button kind={props.danger ? 'danger' : 'primary'} working={props.working ?? false} onClick={onAct}>
            {act}
          </Button>
          <Button ref={refuseButton} onClick={onRefuse}>
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
