import './requestForm.css';
import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { TextField } from '../parts/fields/TextField.tsx';
import { Note } from '../parts/Note.tsx';
import { ConfirmDialog } from '../parts/overlays/ConfirmDialog.tsx';
import { Time } from '../parts/time/Time.tsx';
import { ApproversNote } from './ApproversNote.tsx';
import { CancelRequestButton } from './CancelRequestButton.tsx';
import { formatRowChange } from './formatRowChange.ts';
import { useLoginState } from './loginState.ts';
import { RequestOutcome } from './RequestOutcome.tsx';
import { type OperatorRequest, useSignedActions } from './useSignedActions.ts';

type ApprovalCardProps = {
  readonly request: OperatorRequest;
  /** The requested action with its amount: "Refund 1,640.00 EUR". */
  readonly title: string;
  /** Destination, and what cannot be undone. */
  readonly warning: string;
};

/**
 * A request that waits for a second approval: who requested it, why, and a dialog to approve or reject it. Shows the outcome once
 * it is answered.
 */
export function ApprovalCard({ request, title, warning }: ApprovalCardProps) {
  const { person } = useLoginState();
  const signing = useSignedActions();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const mayAnswer = person !== undefined && request.mayAnswer.includes(person.name);

  async function answer(decision: 'approve' | 'reject') {
    if (reason.trim() === '') return setFault('Enter a reason. It is recorded in the audit trail.');
    if (await signing.answer(request, decision, reason.trim())) setOpen(false);
  }

  if (request.status !== 'waiting')
    return (
      <>
        {signing.error !== undefined && <Note tone="bad">{signing.error}</Note>}
        <RequestOutcome request={request} />
      </>
    );
  return (
    <div className="request-outcome">
      <p>
        <b>{title}</b>
        <br />
        <span className="second">
          Requested by {request.requestedBy}, <Time iso={request.requestedAt} />: “{request.why}”
        </span>
      </p>
      {formatRowChange(request) !== undefined && (
        <p className="mono" translate="no">
          {formatRowChange(request)}
        </p>
      )}
      {request.notBefore !== null && (
        <p>
          Scheduled for <Time iso={request.notBefore} />.
        </p>
      )}
      <ApproversNote request={request} />
      <Button
        kind={mayAnswer ? 'primary' : 'plain'}
        refused={mayAnswer ? undefined : explainCannotAnswer(request, person?.name)}
        onClick={() => setOpen(true)}
      >
        {' '}
        Review request
      </Button>
      <CancelRequestButton request={request} title={title} />
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        question={`Approve “${title}”?`}
        description={
          <>
            Requested by {request.requestedBy}: “{request.why}”. You are the second approver.
            <TextField
              label="Reason, recorded in the audit trail"
              value={reason}
              onChange={setReason}
              error={fault}
              lines
            />
          </>
        }
        warning={warning}
        act={title}
        onAct={() => void answer('approve')}
        refusal="Reject"
        onRefuse={() => void answer('reject')}
        working={signing.working}
        error={signing.error}
      />
    </div>
  );
}

function explainCannotAnswer({ requestedBy, mayAnswer }: OperatorRequest, name: string | undefined): string {
  if (requestedBy === name) return 'You submitted this request. Another person must approve it.';
  return mayAnswer.length === 0 ? 'No one can approve it yet.' : `Can be approved by ${mayAnswer.join(', ')}.`;
}
