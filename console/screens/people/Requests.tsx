import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { ApprovalCard } from '../../person/ApprovalCard.tsx';
import { CancelRequestButton } from '../../person/CancelRequestButton.tsx';
import { formatRowChange } from '../../person/formatRowChange.ts';
import type { OperatorRequest } from '../../person/useSignedActions.ts';
import { BatchApproval } from './BatchApproval.tsx';

/** Requests that wait for a second approval, and recent decisions. */
export function Requests() {
  const open = useConsoleQuery('requests', { which: 'open' }, { topics: ['requests'] });
  const decided = useConsoleQuery('requests', { which: 'decided' }, { topics: ['requests'] });
  const list = open.data?.list ?? [];
  const timed = list.filter(({ status, notBefore }) => status === 'approved' && notBefore !== null);
  const waiting = list.filter((request) => !timed.includes(request));
  return (
    <div className="people-columns">
      <Card title="Waiting for a second approval" count={waiting.length} flush>
        {open.isError && <LoadErrorNote onRetry={() => void open.refetch()} />}
        {open.isPending && <Skeleton rows={4} height={44} />}
        {open.data && waiting.length === 0 && <EmptyState>No requests are waiting for approval.</EmptyState>}
        <BatchApproval requests={waiting} />
        <ul className="people-list">
          {waiting.map((request) => (
            <li key={request.id}>
              <ApprovalCard request={request} title={request.title} warning={formatWarning(request)} />
            </li>
          ))}
        </ul>
        {timed.length > 0 && (
          <>
            <h3 className="people-part">Approved and scheduled</h3>
            <ul className="people-list">
              {timed.map((request) => (
                <ScheduledRequest key={request.id} request={request} />
              ))}
            </ul>
          </>
        )}
      </Card>
      <Card title="Recent decisions" flush>
        {decided.isError && <LoadErrorNote onRetry={() => void decided.refetch()} />}
        {decided.isPending && <Skeleton rows={6} height={44} />}
        {decided.data?.list.length === 0 && <EmptyState>No requests yet.</EmptyState>}
        <ul className="people-list">
          {decided.data?.list.map((request) => (
            <DecidedRequest key={request.id} request={request} />
          ))}
        </ul>
      </Card>
    </div>
  );
}

/** An approved request that is executed at its time unless cancelled. */
function ScheduledRequest({ request }: { readonly request: OperatorRequest }) {
  const { requestedBy, answeredBy, why, notBefore, title } = request;
  return (
    <li className="people-row">
      <div>
        <b>{title}</b>
        <p className="mono" translate="no">
          {formatRowChange(request)}
        </p>
        <p className="second">
          {requestedBy}
          {answeredBy !== null && `, ${answeredBy}`}: “{why}”
        </p>
        <CancelRequestButton request={request} title={title} />
      </div>
      <div className="people-end">
        <Tag tone="tide">scheduled for</Tag>
        {notBefore !== null && <Time iso={notBefore} />}
      </div>
    </li>
  );
}

const TONES = { done: 'good', refused: 'bad', rejected: 'warn', waiting: 'plain', approved: 'plain' } as const;

function DecidedRequest({ request }: { readonly request: OperatorRequest }) {
  const { status, requestedBy, answeredBy, why, settledAt, result } = request;
  return (
    <li className="people-row">
      <div>
        <b>{request.title}</b>
        <p className="second">
          {requestedBy}
          {answeredBy !== null && `, ${answeredBy}`}: “{why}”
        </p>
        {status === 'refused' && <p className="bad">{result}</p>}
        {status === 'rejected' && result !== null && <p className="second">{result}</p>}
      </div>
      <div className="people-end">
        <Tag tone={TONES[status]}>{status}</Tag>
        {settledAt !== null && <Time iso={settledAt} />}
      </div>
    </li>
  );
}

function formatWarning(request: OperatorRequest): string {
  const { subject, input, notBefore } = request;
  const details = Object.entries(input).map(([name, value]) => `${name} ${value}`);
  const signed = formatRowChange(request) ?? details.join('; ');
  const signedSentence = signed === '' ? '' : ` Signed values: ${signed}.`;
  const then =
    notBefore === null
      ? 'It is executed immediately after your approval.'
      : `It is executed at ${notBefore.slice(0, 16).replace('T', ' ')} UTC, or immediately if that time has passed. Until then it can be cancelled.`;
  return `Subject: ${subject}.${signedSentence} ${then}`;
}
