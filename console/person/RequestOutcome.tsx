import './askForm.css';
import { useConsoleQuery } from '../api/useConsoleQuery.ts';
import { Button } from '../parts/Button.tsx';
import { Note } from '../parts/Note.tsx';
import { Time } from '../parts/Time.tsx';
import type { OperatorRequest } from './useAct.ts';
import { WhoAnswers } from './WhoAnswers.tsx';

const TONES = { waiting: 'plain', approved: 'plain', done: 'good', rejected: 'warn', refused: 'bad' } as const;

/** What has become of what was asked for, as the server says it: asked, then done at a time, or why not. */
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
        <Words request={data} />
      </Note>
      {onAgain && data.status !== 'waiting' && data.status !== 'approved' && (
        <Button size="small" onClick={onAgain}>
          Decide again
        </Button>
      )}
    </div>
  );
}

function Words({ request }: { readonly request: OperatorRequest }) {
  const { status, answeredBy, settledAt, result, notBefore } = request;
  switch (status) {
    case 'waiting':
      return (
        <>
          Asked. It waits for a second person; nothing is done before that.
          <WhoAnswers request={request} />
        </>
      );
    case 'approved':
      if (notBefore === null) return <>Asked. A worker is about to do it.</>;
      return (
        <>
          Approved, from <Time iso={notBefore} />. Until then it can be taken back.
        </>
      );
    case 'done':
      return (
        <>
          Done{settledAt !== null && <> at {<Time iso={settledAt} />}</>}. {result}
        </>
      );
    case 'rejected':
      return result === null ? (
        <>{answeredBy} has said no. Nothing was done.</>
      ) : (
        <>It was {result}. Nothing was done.</>
      );
    case 'refused':
      return <>It was not done: {result}</>;
  }
}
