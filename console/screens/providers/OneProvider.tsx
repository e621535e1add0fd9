import { Card } from '../../parts/Card.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { HealthStrip } from '../../parts/HealthStrip.tsx';
import { KeyValues } from '../../parts/KeyValues.tsx';
import { Note } from '../../parts/Note.tsx';
import { Time } from '../../parts/Time.tsx';
import { AskForm } from '../../person/AskForm.tsx';
import type { Provider } from './ProvidersScreen.tsx';
import { TestQuote } from './TestQuote.tsx';

const REASONS = [
  { value: 'word', label: 'It does not keep its word' },
  { value: 'away', label: 'It does not answer' },
  { value: 'contract', label: 'The contract' },
  { value: 'law', label: 'Law or a supervisor' },
  { value: 'mended', label: 'It is mended' },
];

type OneProviderProps = {
  readonly provider: Provider;
  readonly coins: readonly string[];
  readonly mayTest: boolean;
  readonly onAsked: () => void;
};

/** A provider's record, and the switch that takes it out or puts it back. */
export function OneProvider({ provider, coins, mayTest, onAsked }: OneProviderProps) {
  const { id, isOff, offers, best, lastOfferAt, orders, delivered, record, refusals, answers, act, test, isConnected } =
    provider;
  const change = JSON.stringify({ kind: 'provider', key: id, fields: { enabled: isOff } });
  return (
    <div className="providers-one">
      <div className="providers">
        <Card title="How it answers" aside="the last hour">
          {answers ? (
            <>
              <HealthStrip states={answers.strip} label={spokenOf(answers)} />
              {answers.isLeftOut && (
                <Note tone="bad">It has failed again and again: it is left out for up to two minutes at a time.</Note>
              )}
              <KeyValues
                rows={[
                  { label: 'Asked', value: answers.asked },
                  { label: 'With an offer', value: answers.ok },
                  { label: 'Refused', value: answers.refused },
                  { label: 'No answer in time', value: answers.unavailable },
                  { label: 'Left out meanwhile', value: answers.leftOut },
                  { label: 'Half of its answers within', value: msOf(answers.p50) },
                  { label: '95 of 100 within', value: msOf(answers.p95) },
                ]}
              />
            </>
          ) : (
            <Empty>Nobody has asked it within the hour.</Empty>
          )}
        </Card>
        <Card title="Offers of the last day">
          <KeyValues
            rows={[
              { label: 'Made', value: offers },
              { label: 'The cheapest of the others’', value: best },
              { label: 'The last one', value: lastOfferAt === null ? 'none' : <Time iso={lastOfferAt} /> },
            ]}
          />
        </Card>
        <Card title="Its word against its deliveries" aside={record ? `the last ${record.orders}` : undefined}>
          {record ? (
            <KeyValues
              rows={[
                { label: 'Orders that went to it', value: orders },
                { label: 'Delivered', value: delivered },
                { label: 'Delivered against offered, median', value: `${record.medianPercent}%` },
                { label: 'The worst', value: `${record.worstPercent}%` },
                { label: 'Worse at its checkout', value: record.worseAtCheckout },
                {
                  label: 'From the payment to the coins, median',
                  value: record.medianMinutes === null ? 'not known' : `${record.medianMinutes} min`,
                },
              ]}
            />
          ) : (
            <Empty>It has delivered nothing here yet; {orders} of the newest orders went to it.</Empty>
          )}
        </Card>
        <TestQuote
          key={id}
          provider={id}
          refused={whyNotAsked(mayTest, isConnected)}
          test={test}
          coins={coins}
          onAsked={onAsked}
        />
        <Card title="Why its orders did not come about" count={refusals.length}>
          {refusals.length === 0 ? (
            <Empty>It has refused none.</Empty>
          ) : (
            <KeyValues rows={refusals.map(({ reason, orders: count }) => ({ label: reason, value: count }))} />
          )}
        </Card>
      </div>
      <Card lift title={isOff ? `${id} is switched off` : `Switch ${id} off`}>
        <p className="providers-effect second">{act.effect}</p>
        {isOff && <Note tone="warn">Its offers stand beside the own one no more. Its orders go on.</Note>}
        <AskForm
          wish={{ act: 'set', action: 'set', subject: `provider ${id}`, input: { change } }}
          title={isOff ? `Switch ${id} on` : `Switch ${id} off`}
          reasons={REASONS}
          takesTwo={act.takesTwo}
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

function whyNotAsked(mayTest: boolean, isConnected: boolean): string | undefined {
  if (!isConnected) return 'No worker has keys to it';
  return mayTest ? undefined : 'You look, and ask for nothing';
}

function msOf(milliseconds: number | null): string {
  return milliseconds === null ? 'no answer' : `${milliseconds} ms`;
}

function spokenOf({ asked, unavailable, strip }: NonNullable<Provider['answers']>): string {
  const bad = strip.filter((state) => state === 'bad' || state === 'warn').length;
  return `${asked} questions in the last hour, ${unavailable} without an answer; ${bad} of 12 times five minutes not good`;
}
