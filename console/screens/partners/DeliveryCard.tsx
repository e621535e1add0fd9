import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { formatJson } from '../../parts/values/formatJson.ts';
import { OrderNumber } from '../../parts/values/OrderNumber.tsx';
import type { PartnerDetails } from './partnerData.ts';

type DeliveryCardProps = { readonly partner: PartnerDetails; readonly event: string };

/** An event as posted, and the answer to each attempt. */
export function DeliveryCard({ partner, event }: DeliveryCardProps) {
  const { data, isError, isPending, error, refetch } = useConsoleQuery(
    'delivery',
    { partner: partner.id, event },
    { topics: ['requests'] },
  );
  return (
    <Card title={data?.type ?? 'Event'} aside={data?.position == null ? undefined : `position ${data.position}`} lift>
      {isError && <LoadErrorNote onRetry={() => void refetch()}>{error.message}</LoadErrorNote>}
      {isPending && <Skeleton rows={5} />}
      {data && (
        <div className="partners-event">
          <p className="partners-command-line">
            <span className="mono partners-wrap" translate="no">
              {data.event}
            </span>
            <CopyButton value={data.event} label="Copy event ID" />
          </p>
          {data.orderNo !== null && <OrderNumber orderNo={data.orderNo} />}
          <details open={data.attempts.length === 0}>
            <summary>Body, {data.body.length} characters</summary>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard */}
            <section className="partners-pre" aria-label="Body of the event" tabIndex={0}>
              <pre className="mono" translate="no">
                {formatJson(data.body)}
              </pre>
            </section>
            <p className="second">Signature covers {data.signedOver}</p>
          </details>
          <ol className="partners-list">
            {data.attempts.map(({ number, at, status, answer, milliseconds, headers }) => (
              <li key={number} className="partners-attempt">
                <div className="partners-attempt-head">
                  <b>Attempt {number}</b>
                  <Tag small tone={status !== null && status < 300 ? 'good' : 'bad'}>
                    {status ?? 'no response'}
                  </Tag>
                  <span className="second">
                    <Time iso={at} />, {milliseconds} ms
                  </span>
                </div>
                {answer !== '' && <q className="partners-answer">{answer}</q>}
                <details>
                  <summary>Headers</summary>
                  <dl className="partners-headers mono" translate="no">
                    {Object.entries(headers).map(([name, value]) => (
                      <div key={name}>
                        <dt>{name}</dt>
                        <dd>{value}</dd>
                      </div>
                    ))}
                  </dl>
                </details>
              </li>
            ))}
          </ol>
          {data.attempts.length === 0 && <p className="second">Not sent yet.</p>}
        </div>
      )}
    </Card>
  );
}
