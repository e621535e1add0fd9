import { BULK_APPROVAL_ACTIONS, MAX_BULK_STATEMENTS } from '@slipway/contract/statements/statement.ts';
import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { CheckList, toggleItem } from '../../parts/fields/CheckList.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { Note } from '../../parts/Note.tsx';
import { ConfirmDialog } from '../../parts/overlays/ConfirmDialog.tsx';
import { useLoginState } from '../../person/loginState.ts';
import { type OperatorRequest, useSignedActions } from '../../person/useSignedActions.ts';

/**
 * Answers several requests with one signature: those of {@link BULK_APPROVAL_ACTIONS} that this person may answer, except the
 * deselected ones.
 */
export function BatchApproval({ requests }: { readonly requests: readonly OperatorRequest[] }) {
  const { person } = useLoginState();
  const signing = useSignedActions();
  const [open, setOpen] = useState(false);
  const [deselected, setDeselected] = useState<ReadonlySet<number>>(new Set());
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const [outcome, setOutcome] = useState<string>();
  const answerable = requests
    .filter(
      ({ action, mayAnswer }) =>
        BULK_APPROVAL_ACTIONS.some((one) => one === action) && mayAnswer.includes(person?.name ?? ''),
    )
    .slice(0, MAX_BULK_STATEMENTS);
  const chosen = answerable.filter(({ id }) => !deselected.has(id));

  async function send(answer: 'approve' | 'reject') {
    if (reason.trim() === '') return setFault('Enter a reason. It is recorded in the audit trail.');
    const list = await signing.answerRequests(chosen, answer, reason.trim());
    if (!list) return;
    setOpen(false);
    setReason('');
    setOutcome(formatOutcome(list, answer));
  }

  return (
    <>
      {outcome !== undefined && (
        <output className="people-outcome">
          <Note>{outcome}</Note>
        </output>
      )}
      {answerable.length > 1 && (
        <div className="people-together">
          <Button onClick={() => setOpen(true)}>{`Review ${answerable.length} requests`}</Button>
        </div>
      )}
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        question={`Approve or reject ${chosen.length} requests?`}
        description={
          <>
            You are the second approver of each request and sign once. Deselect those that you want to review first.
            <CheckList
              items={answerable.map(({ id, title, requestedBy, why }) => ({
                id,
                label: title,
                detail: `${requestedBy}: “${why}”`,
              }))}
              deselected={deselected}
              onToggle={(id) => setDeselected(toggleItem(deselected, id))}
            />
            <TextField
              label="Reason, recorded in the audit trail"
              value={reason}
              onChange={setReason}
              error={fault}
              lines
            />
          </>
        }
        warning="A worker processes each request separately and immediately."
        act={`Approve ${chosen.length}`}
        onAct={() => void (chosen.length > 1 && send('approve'))}
        refusal={`Reject ${chosen.length}`}
        onRefuse={() => void (chosen.length > 1 && send('reject'))}
        working={signing.working}
        error={chosen.length > 1 ? signing.error : 'Select at least two, or review the request on its own.'}
      />
    </>
  );
}

function formatOutcome(list: readonly { readonly failed: string | null }[], answer: 'approve' | 'reject'): string {
  const failed = list.flatMap((one) => one.failed ?? []);
  const done = `${list.length - failed.length} ${answer === 'approve' ? 'approved' : 'rejected'}.`;
  return failed.length === 0 ? done : `${done} Failed: ${failed.join('; ')}.`;
}
