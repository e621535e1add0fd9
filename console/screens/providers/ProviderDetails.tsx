import { Card } from '../../parts/Card.tsx';
import { HealthStrip } from '../../parts/charts/HealthStrip.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Note } from '../../parts/Note.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { KeyValues } from '../../parts/values/KeyValues.tsx';
import { RequestForm } from '../../person/RequestForm.tsx';
import type { Provider } from './ProvidersScreen.tsx';
import { TestQuote } from './TestQuote.tsx';

const REASONS = [
  { value: 'word', label: 'Does not honor its quotes' },
  { value: 'away', label: 'Does not respond' },
  { value: 'contract', label: 'Contract' },
  { value: 'law', label: 'Law or regulator' },
  { value: 'mended', label: 'Fixed' },
];

type ProviderDetailsProps = {
  readonly provider: Provider;
  readonly coins: readonly string[];
  readonly mayTest: boolean;
  readonly onRequested: () => void;
};

/** A provider's statistics, a test quote, and the switch that disables or enables it. */
export function ProviderDetails({ provider, coins, mayTest, onRequested }: ProviderDetailsProps) {
  const { id, isOff, offers, best, lastOfferAt, orders, delivered, record, refusals, answers, act, test, isConnected } =
    provider;
  const change = JSON.stringify({ kind: 'provider', key: id, fields: { enabled: isOff } });
  return (
    <div className="providers-one">
      <div className="providers">
        <Card title="Availability" aside="last hour">
          {answers ? (
            <>
              <HealthStrip states={answers.strip} label={formatAvailability(answers)} />
              {answers.isLeftOut && (
                <Note tone="bad">
                  Circuit open: after repeated failures, requests to it are paused for up to two minutes at a time.
                </Note>
              )}
              <KeyValues
                rows={[
                  { label: 'Requests', value: answers.requests },
                  { label: 'Offers', value: answers.ok },
                  { label: 'Refused', value: answers.refused },
                  { label: 'Timed out', value: answers.unavailable },
                  { label: 'Skipped while the circuit was open', value: answers.leftOut },
                  { label: 'Response time, p50', value: formatMilliseconds(answers.p50) },
                  { label: 'Response time, p95', value: formatMilliseconds(answers.p95) },
                ]}
              />
            </>
          ) : (
            <EmptyState>No requests in the last hour.</EmptyState>
          )}
        </Card>
        <Card title="Offers, last 24 hours">
          <KeyValues
            rows={[
              { label: 'Offers made', value: offers },
              { label: 'Cheapest among other providers', value: best },
              { label: 'Last offer', value: lastOfferAt === null ? 'none' : <Time iso={lastOfferAt} /> },
            ]}
          />
        </Card>
        <Card title="Quoted vs. delivered" aside={record ? `last ${record.orders} orders` : undefined}>
          {record ? (
            <KeyValues
              rows={[
                { label: 'Orders sent to it', value: orders },
                { label: 'Delivered', value: delivered },
                { label: 'Delivered vs. quoted, median', value: `${record.medianPercent}%` },
                { label: 'Worst', value: `${record.worstPercent}%` },
                { label: 'Worse price at its checkout', value: record.worseAtCheckout },
                {
                  label: 'Payment to delivery, median',
                  value: record.medianMinutes === null ? 'unknown' : `${record.medianMinutes} min`,
                },
              ]}
            />
          ) : (
            <EmptyState>No deliveries yet; {orders} of the newest orders were sent to it.</EmptyState>
          )}
        </Card>
        <TestQuote
          key={id}
          provider={id}
          refused={explainTestUnavailable(mayTest, isConnected)}
          test={test}
          coins={coins}
          onRequested={onRequested}
        />
        <Card title="Orders not completed, by reason" count={refusals.length}>
          {refusals.length === 0 ? (
            <EmptyState>None.</EmptyState>
          ) : (
            <KeyValues rows={refusals.map(({ reason, orders: count }) => ({ label: reason, value: count }))} />
          )}
        </Card>
      </div>
      <Card lift title={isOff ? `${id} is disabled` : `Disable ${id}`}>
        <p className="providers-effect second">{act.effect}</p>
        {isOff && <Note tone="warn">Buyers no longer see its offers. Existing orders continue.</Note>}
        <RequestForm
          request={{ act: 'set', action: 'set', subject: `provider ${id}`, input: { change } }}
          title={isOff ? `Enable ${id}` : `Disable ${id}`}
          reasons={REASONS}
          needsSecondApproval={act.needsSecondApproval}
          approvers={act.approvers}
          why={act.why}
          version={String(isOff)}
          danger={!isOff}
          {...(!act.allowed && { refused: act.why })}
        />
      </Card>
    </div>
  );
}

function explainTestUnavailable(mayTest: boolean, isConnected: boolean): string | undefined {
  if (!isConnected) return 'No worker has keys for this provider';
  return mayTest ? undefined : 'Your role is read-only';
}

function formatMilliseconds(milliseconds: number | null): string {
  return milliseconds === null ? 'no response' : `${milliseconds} ms`;
}

function formatAvailability({ requests, unavailable, strip }: NonNullable<Provider['answers']>): string {
  const bad = strip.filter((state) => state === 'bad' || state === 'warn').length;
  return `${requests} requests in the last hour, ${unavailable} without a response; ${bad} of 12 five-minute intervals with problems`;
}
