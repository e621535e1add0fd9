import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Note } from '../../parts/Note.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { formatJson } from '../../parts/values/formatJson.ts';
import { KeyValues } from '../../parts/values/KeyValues.tsx';
import { memberCall, useMemberQuery } from '../api/memberCall.ts';
import { useLoggedInSession } from '../api/session.ts';
import { useChange } from '../api/useChange.ts';
import { PathLink } from '../app/navigation.tsx';
import { PageHead } from '../app/PageHead.tsx';
import { deliveryStates } from './deliveryStates.ts';

/** One event: its body, and the answer to each attempt. */
export function DeliveryScreen({ id }: { readonly id: string }) {
  const { partner } = useLoggedInSession();
  const { data, isError, isPending, error, refetch } = useMemberQuery('delivery', { event: id });
  const replay = useChange();
  const state = data && deliveryStates[data.delivery];
  return (
    <>
      <PageHead
        title={data?.type ?? 'Event'}
        above={<PathLink to="deliveries">Deliveries</PathLink>}
        aside={<Button onClick={() => void refetch()}>Refresh</Button>}
      />
      {isError && <LoadErrorNote onRetry={() => void refetch()}>{error.message}</LoadErrorNote>}
      {isPending && <Skeleton rows={8} />}
      {data && state && (
        <>
          <Card label="Event">
            <KeyValues
              rows={[
                { label: 'Status', value: <Tag tone={state.tone}>{state.label}</Tag> },
                {
                  label: 'webhook-id',
                  value: (
                    <span className="mono" translate="no">
                      {data.event}
                    </span>
                  ),
                },
                { label: 'Created', value: <Time iso={data.createdAt} /> },
                {
                  label: 'Order',
                  value:
                    data.orderNo === null ? (
                      'none: a test event'
                    ) : (
                      <PathLink to={`orders/${data.orderNo}`}>{data.orderNo}</PathLink>
                    ),
                },
              ]}
            />
            {data.orderNo !== null && partner.enabled && (
              <p className="pages-acts">
                <Button
                  working={replay.working === id}
                  {...(data.delivery === 'waiting' && { refused: 'It is being sent already.' })}
                  onClick={() => void replay.change(id, () => memberCall('replayEvent', { event: id }))}
                >
                  Send again
                </Button>
                <span className="second">with the same id, so that your server can ignore a repetition</span>
              </p>
            )}
            {replay.error !== undefined && <Note tone="bad">{replay.error}</Note>}
          </Card>
          <Card title="Attempts" count={data.attempts.length} flush>
            {data.attempts.length === 0 && <p className="pages-more second">Not sent yet.</p>}
            <ul className="pages-list">
              {data.attempts.map(({ number, at, status, answer, milliseconds }) => (
                <li key={at}>
                  <div>
                    <b>Attempt {number}</b>{' '}
                    <span className="second">
                      <Time iso={at} />, {milliseconds} ms
                    </span>
                    {answer !== '' && <p translate="no">{answer}</p>}
                  </div>
                  <Tag small tone={status !== null && status < 300 ? 'good' : 'bad'}>
                    {status === null ? 'No answer' : String(status)}
                  </Tag>
                </li>
              ))}
            </ul>
          </Card>
          <Card title="Body">
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard */}
            <section className="pages-body" aria-label="Body of the event" tabIndex={0}>
              <pre className="mono" translate="no">
                {formatJson(data.body)}
              </pre>
            </section>
          </Card>
        </>
      )}
    </>
  );
}
