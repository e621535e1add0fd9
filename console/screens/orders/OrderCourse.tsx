import './orderCourse.css';
import { useNowSelector } from '../../api/useNow.ts';
import { formatTimeLeft } from '../../parts/time/formatTimeLeft.ts';
import { Time } from '../../parts/time/Time.tsx';
import { buildOrderCourse, type OrderStage } from './buildOrderCourse.ts';
import type { OrderPage } from './OrderScreen.tsx';
import { formatCodeAsLabel, getStatusTone } from './orderLabels.ts';

/** The states of an order in one line: past ones with their durations, the present one, and those ahead. */
export function OrderCourse({ page }: { readonly page: OrderPage }) {
  const stages = buildOrderCourse(page);
  const ended = page.wait === null;
  return (
    <ol className="order-course" aria-label="Course of the order">
      {stages.map((stage) => (
        <Stage key={stage.id} stage={stage} ended={ended} />
      ))}
    </ol>
  );
}

function Stage({ stage: { status, since, until }, ended }: { readonly stage: OrderStage; readonly ended: boolean }) {
  const place = since === undefined ? 'ahead' : until === undefined ? 'present' : 'past';
  return (
    <li
      data-place={place}
      data-tone={place === 'ahead' ? 'plain' : getStatusTone(status)}
      aria-current={place === 'present' ? 'step' : undefined}
    >
      <b>{formatCodeAsLabel(status)}</b>
      <small>
        {since === undefined ? (
          <span className="unseen">ahead</span>
        ) : until !== undefined ? (
          formatTimeLeft(Date.parse(until) - Date.parse(since))
        ) : ended ? (
          <Time iso={since} />
        ) : (
          <TimeSince iso={since} />
        )}
      </small>
    </li>
  );
}

function TimeSince({ iso }: { readonly iso: string }) {
  return <>{useNowSelector((now) => `${formatTimeLeft(Math.max(0, now - Date.parse(iso)))} so far`)}</>;
}
