import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { TextField } from '../parts/fields/TextField.tsx';
import { ConfirmDialog } from '../parts/overlays/ConfirmDialog.tsx';
import { type OperatorRequest, useSignedActions } from './useSignedActions.ts';

type CancelRequestButtonProps = {
  readonly request: OperatorRequest;
  /** The requested action: "Change fee credit_debit_card/EUR". */
  readonly title: string;
};

/** Cancels a request that is pending, or approved and not executed yet. Renders nothing if this person may not cancel it. */
export function CancelRequestButton({ request, title }: CancelRequestButtonProps) {
  const signing = useSignedActions();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();

  async function cancel() {
    if (reason.trim() === '') return setFault('Enter a reason. It is recorded in the audit trail.');
    if (await signing.answer(request, 'reject', reason.trim())) setOpen(false);
  }

  if (!request.mayTakeBack) return null;
  return (
    <>
      <Button size="small" kind="quiet" onClick={() => setOpen(true)}>
        Cancel request…
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        question={`Cancel the request “${title}”?`}
        description={
          <TextField
            label="Reason for canceling, recorded in the audit trail"
            value={reason}
            onChange={setReason}
            error={fault}
            lines
          />
        }
        warning="It will not be executed. To do it later, submit a new request."
        act="Cancel request"
        onAct={() => void cancel()}
        working={signing.working}
        error={signing.error}
      />
    </>
  );
}
