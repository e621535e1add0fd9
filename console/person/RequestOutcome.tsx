import './requestForm.css';
import { useConsoleQuery } from '../api/useConsoleQuery.ts';
import { Button } from '../parts/Button.tsx';
import { Note } from '../parts/Note.tsx';
import { Time } from '../parts/time/Time.tsx';
import { ApproversNote } from './ApproversNote.tsx';
import { formatRowChange } from './formatRowChange.ts';
import type { OperatorRequest } from './useSignedActions.ts';

const TONES = { waiting: 'plain', approved: 'plain', done: 'good', rejected: 'warn', refused: 'bad' } as const;

/** The state of a request, as the server reports it: waiting, scheduled, executed, or why not. `onAgain` begins another. */
export function RequestOutcome({
  request,
  onAgain,
}: {
  readonly request: OperatorRequest;
  readonly onAgain?: () => void;
}) {
  const { data = request } = useConsoleQuery('request', { id: request.id }, { topics: ['requests'] });
  return (
    <div className="request-outcome" aria-live="polite">
      <Note tone={TONES[data.status]}>
        <RequestStatusText request={data} />
      </Note>
      {onAgain && data.status !== 'waiting' && data.status !== 'approved' && (
        <Button size="small" onClick={onAgain}>
          Decide again
        </Button>
      )}
    </div>
  );
}

function RequestStatusText({ request }: { readonly request: OperatorRequest }) {
  const { status, answeredBy, settledAt, result, notBefore } = request;
  switch (status) {
    case 'waiting':
      return (
        <>
          Submitted. Waiting for a second approval; nothing is executed before that.
          <ApproversNote request={request} />
        </>
      );
    case 'approved':
      if (notBefore === null) return <>Submitted. Processing.</>;
      return (
        <>
          Approved, scheduled for <Time iso={notBefore} />. Until then it can be cancelled.
        </>
      );
    case 'done':
      return (
        <>
          Done{settledAt !== null && <> at {<Time iso={settledAt} />}</>}. {formatRowChange(request) ?? result}
        </>
      );
    case 'rejected':
      return result === null ? (
        <>Rejected by {answeredBy}. Nothing was executed.</>
      ) : (
        <>It was {result}. Nothing was executed.</>
      );
    case 'refused':
      return <>Not executed: {result}</>;
  }
}
