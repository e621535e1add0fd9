import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';
import { AnswerCard } from '../../person/AnswerCard.tsx';
import type { OperatorRequest } from '../../person/useAct.ts';
import { requestTitle } from './requestTitle.ts';

/** What waits for a second person, and what was decided lately. */
export function Requests() {
  const open = useConsoleQuery('requests', { which: 'open' }, { topics: ['requests'] });
  const decided = useConsoleQuery('requests', { which: 'decided' }, { topics: ['requests'] });
  return (
    <div className="people-columns">
      <Card title="Waits for a second person" count={open.data?.list.length ?? 0} flush>
        {open.isError && <Failed onAskAgain={() => void open.refetch()} />}
        {open.isPending && <Skeleton rows={4} height={44} />}
        {open.data?.list.length === 0 && <Empty>Nothing waits for a second person.</Empty>}
        <ul className="people-list">
          {open.data?.list.map((request) => (
            <li key={request.id}>
              <AnswerCard request={request} title={requestTitle(request)} warning={warningOf(request)} />
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Decided lately" flush>
        {decided.isError && <Failed onAskAgain={() => void decided.refetch()} />}
        {decided.isPending && <Skeleton rows={6} height={44} />}
        {decided.data?.list.length === 0 && <Empty>Nothing was asked for yet.</Empty>}
        <ul className="people-list">
          {decided.data?.list.map((request) => (
            <Decided key={request.id} request={request} />
          ))}
        </ul>
      </Card>
    </div>
  );
}

const TONES = { done: 'good', refused: 'bad', rejected: 'warn', waiting: 'plain', approved: 'plain' } as const;

function Decided({ request }: { readonly request: OperatorRequest }) {
  const { status, askedBy, answeredBy, why, settledAt, result } = request;
  return (
    <li className="people-row">
      <div>
        <b>{requestTitle(request)}</b>
        <p className="second">
          {askedBy}
          {answeredBy !== null && `, ${answeredBy}`}: “{why}”
        </p>
        {status === 'refused' && <p className="bad">{result}</p>}
      </div>
      <div className="people-end">
        <Tag tone={TONES[status]}>{status}</Tag>
        {settledAt !== null && <Time iso={settledAt} />}
      </div>
    </li>
  );
}

function warningOf({ subject, input }: OperatorRequest): string {
  const details = Object.entries(input).map(([name, value]) => `${name} ${value}`);
  const said = details.length === 0 ? '' : ` Signed with it: ${details.join('; ')}.`;
  return `It is about ${subject}.${said} After your yes it is done at once.`;
}
