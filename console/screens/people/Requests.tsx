import { requestTitle } from '@slipway/contract/statements/requestTitle.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';
import { AnswerCard } from '../../person/AnswerCard.tsx';
import { changeWords } from '../../person/changeWords.ts';
import { TakeBack } from '../../person/TakeBack.tsx';
import type { OperatorRequest } from '../../person/useAct.ts';

/** What waits for a second person, and what was decided lately. */
export function Requests() {
  const open = useConsoleQuery('requests', { which: 'open' }, { topics: ['requests'] });
  const decided = useConsoleQuery('requests', { which: 'decided' }, { topics: ['requests'] });
  const list = open.data?.list ?? [];
  const timed = list.filter(({ status, notBefore }) => status === 'approved' && notBefore !== null);
  const waiting = list.filter((request) => !timed.includes(request));
  return (
    <div className="people-columns">
      <Card title="Waits for a second person" count={waiting.length} flush>
        {open.isError && <Failed onAskAgain={() => void open.refetch()} />}
        {open.isPending && <Skeleton rows={4} height={44} />}
        {open.data && waiting.length === 0 && <Empty>Nothing waits for a second person.</Empty>}
        <ul className="people-list">
          {waiting.map((request) => (
            <li key={request.id}>
              <AnswerCard request={request} title={requestTitle(request)} warning={warningOf(request)} />
            </li>
          ))}
        </ul>
        {timed.length > 0 && (
          <>
            <h3 className="people-part">Approved, and waits for its time</h3>
            <ul className="people-list">
              {timed.map((request) => (
                <Timed key={request.id} request={request} />
              ))}
            </ul>
          </>
        )}
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

/** Agreed to, and done at its time unless somebody takes it back. */
function Timed({ request }: { readonly request: OperatorRequest }) {
  const { askedBy, answeredBy, why, notBefore } = request;
  const title = requestTitle(request);
  return (
    <li className="people-row">
      <div>
        <b>{title}</b>
        <p className="mono" translate="no">
          {changeWords(request)}
        </p>
        <p className="second">
          {askedBy}
          {answeredBy !== null && `, ${answeredBy}`}: “{why}”
        </p>
        <TakeBack request={request} title={title} />
      </div>
      <div className="people-end">
        <Tag tone="tide">approved, from</Tag>
        {notBefore !== null && <Time iso={notBefore} />}
      </div>
    </li>
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
        {status === 'rejected' && result !== null && <p className="second">{result}</p>}
      </div>
      <div className="people-end">
        <Tag tone={TONES[status]}>{status}</Tag>
        {settledAt !== null && <Time iso={settledAt} />}
      </div>
    </li>
  );
}

function warningOf(request: OperatorRequest): string {
  const { subject, input, notBefore } = request;
  const details = Object.entries(input).map(([name, value]) => `${name} ${value}`);
  const signed = changeWords(request) ?? details.join('; ');
  const said = signed === '' ? '' : ` Signed with it: ${signed}.`;
  const then =
    notBefore === null
      ? 'After your yes it is done at once.'
      : `It is done at ${notBefore.slice(0, 16).replace('T', ' ')} UTC, or at once where that is over; until then it can be taken back.`;
  return `It is about ${subject}.${said} ${then}`;
}
