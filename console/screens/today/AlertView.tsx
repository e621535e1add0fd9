import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { requestTitle } from '@slipway/contract/statements/requestTitle.ts';
import { Link } from '@tanstack/react-router';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import { type ReactNode, useState } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Clock } from '../../parts/Clock.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { KeyValues } from '../../parts/KeyValues.tsx';
import { Money } from '../../parts/Money.tsx';
import { Note } from '../../parts/Note.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { SelectField } from '../../parts/SelectField.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';
import { AnswerCard } from '../../person/AnswerCard.tsx';
import { AskForm } from '../../person/AskForm.tsx';
import { RequestOutcome } from '../../person/RequestOutcome.tsx';
import { type OperatorRequest, useAct } from '../../person/useAct.ts';
import { START_WARNING } from '../treasury/SignerStops.tsx';
import { StopSigning } from '../treasury/StopSigning.tsx';

type Alert = ConsoleCallData<'alert'>;
type Difference = ConsoleCallData<'reconciliation'>['differences'][number];

const ACCEPT_REASONS = [
  { value: 'compared', label: 'Compared with the publisher’s website' },
  { value: 'announced', label: 'The publisher has announced the change' },
];

/** One alert, for whoever was woken: what stands still, whose money, until when, and can it wait. */
export function AlertView({ id }: { readonly id: number }) {
  const alert = useConsoleQuery('alert', { id }, { topics: ['alerts', 'requests'] });
  const { data } = alert;
  const differenceId = Number(data?.facts.find(({ name }) => name === 'Difference')?.value);
  const books = useConsoleQuery(
    'reconciliation',
    {},
    { topics: ['differences'], enabled: Number.isInteger(differenceId) },
  );
  const [isStopping, setStopping] = useState(false);
  const stop = data?.ways.find(({ action }) => action === 'stop-signing');
  const accept = data?.ways.find(({ action }) => action === 'accept-list');
  const difference = books.data?.differences.find((one) => one.id === differenceId);
  return (
    <div className="alert-view">
      <div className="alert-body">
        <ScreenHead
          title={data ? titleOf(data, difference) : 'Alert'}
          above={
            <Link to="/today" className="alert-back">
              <ChevronLeft size={16} aria-hidden="true" /> Today
            </Link>
          }
          beside={
            data && (
              <Tag tone={data.wakes ? 'bad' : 'warn'}>
                {difference?.haltedSince ? 'Halted ' : ''}
                <Time iso={difference?.haltedSince ?? data.at} />
              </Tag>
            )
          }
          lead={difference && leadOf(difference)}
        />
        {alert.isError && <Failed onAskAgain={() => void alert.refetch()}>It is settled, or could not be read.</Failed>}
        {alert.isPending && <Skeleton rows={6} height={40} />}
        {data && (difference ? <Books difference={difference} page={books.data} /> : <Facts alert={data} />)}
        {data && <Note>{waitWords(data, difference)}</Note>}
        {data && data.requests.length > 0 && (
          <Card title="Waits for a second person" flush>
            {data.requests.map((request) => (
              <AnswerCard
                key={request.id}
                request={request}
                title={requestTitle(request)}
                warning={
                  request.action === 'start-signing' ? START_WARNING : 'Look at what it is about before you say yes.'
                }
              />
            ))}
          </Card>
        )}
        {accept && (
          <Card title={accept.label} flush>
            <AskForm
              wish={{ act: accept.act, action: accept.action, subject: accept.subject, input: accept.input }}
              title={accept.label}
              reasons={ACCEPT_REASONS}
              takesTwo={accept.takesTwo}
              approvers={accept.approvers}
              {...(!accept.allowed && { refused: accept.why })}
            >
              <p className="second">{accept.allowed ? accept.effect : accept.why}</p>
            </AskForm>
          </Card>
        )}
        {stop && isStopping && (
          <Card title="Stop signing" flush>
            <StopSigning offer={stop} />
          </Card>
        )}
      </div>
      {data && (
        <Acts key={data.id} alert={data}>
          {stop && !isStopping && (
            <Button kind="danger" wide refused={refusalOf(stop)} onClick={() => setStopping(true)}>
              Stop signing …
            </Button>
          )}
        </Acts>
      )}
    </div>
  );
}

function titleOf({ means, kind }: Alert, difference: Difference | undefined): string {
  if (!difference) return means.charAt(0).toUpperCase() + means.slice(1);
  const less = difference.difference.startsWith('-');
  return kind === 'books_differ'
    ? `${difference.placeName} holds ${difference.difference.replace('-', '')} ${difference.unit} ${less ? 'less' : 'more'} than the ledger`
    : means;
}

function leadOf({ unit, halts }: Difference): string {
  return halts.length > 0
    ? `${unit}: nothing of it is paid out there. All else runs.`
    : `${unit}: nothing stands still for it.`;
}

function Books({
  difference,
  page,
}: {
  readonly difference: Difference;
  readonly page: ConsoleCallData<'reconciliation'> | undefined;
}) {
  const { waiting, unit, place } = difference;
  const line = page?.places.find((one) => one.place === place)?.lines.find((one) => one.unit === unit);
  return (
    <>
      <Card label="Orders that wait">
        <KeyValues
          rows={[
            {
              label: `${waiting.orders} ${waiting.orders === 1 ? 'order waits' : 'orders wait'}`,
              value: <Money amount={waiting.worth.amount} code={waiting.worth.unit} />,
            },
            ...(waiting.until ? [{ label: 'The first goes back in', value: <Clock bare ends={waiting.until} /> }] : []),
          ]}
        />
      </Card>
      {line && (
        <Card label="Both books">
          <KeyValues
            rows={[
              { label: 'Our ledger', value: <Money amount={line.ledger} code={unit} /> },
              { label: difference.placeName, value: <Money amount={line.theirs} code={unit} /> },
              { label: 'Difference', value: <Money amount={line.difference} code={unit} loss />, total: true },
            ]}
          />
        </Card>
      )}
    </>
  );
}

function Facts({ alert: { facts, orderNo, times } }: { readonly alert: Alert }) {
  const rows = [
    ...(orderNo === null
      ? []
      : [
          {
            label: 'Order',
            value: (
              <span className="mono" translate="no">
                {orderNo}
              </span>
            ),
            key: 'order',
          },
        ]),
    ...(times > 1 ? [{ label: 'Said', value: `${times} times`, key: 'times' }] : []),
    ...facts.map(({ name, value }) => ({ label: name, value, key: name })),
  ];
  return rows.length === 0 ? null : (
    <Card label="What it says">
      <div className="alert-facts">
        <KeyValues rows={rows} />
      </div>
    </Card>
  );
}

function waitWords({ holder, otherwise }: Alert, difference: Difference | undefined): string {
  const who =
    holder === null
      ? 'Nobody has said yet that they have it.'
      : `${holder.charAt(0).toUpperCase()}${holder.slice(1)} has it.`;
  const next = `${otherwise.charAt(0).toUpperCase()}${otherwise.slice(1)}`;
  if (!difference) return `${who} ${next}`;
  const wait =
    difference.waiting.orders === 0
      ? 'It can wait until the morning: no buyer waits for it.'
      : 'No buyer loses money: what is not sent in time goes back. Clocks go on.';
  return `${wait} ${who} ${next}`;
}

/** Signed at one press: whoever was woken says that they have it, or wakes somebody. */
function Acts({ alert: { ways, onDuty }, children }: { readonly alert: Alert; readonly children: ReactNode }) {
  const act = useAct();
  const [asked, setAsked] = useState<OperatorRequest>();
  const [to, setTo] = useState(onDuty[0] ?? '');
  const seen = ways.find(({ action }) => action === 'seen');
  const hand = ways.find(({ action }) => action === 'hand');
  const ask = async (
    way: Alert['ways'][number] | undefined,
    input: Readonly<Record<string, string>>,
    reason: string,
  ) => {
    if (!way) return;
    const wish = { act: way.act, action: way.action, subject: way.subject, input: { ...way.input, ...input } };
    const request = await act.ask(wish, reason);
    if (request) setAsked(request);
  };
  const name = to === '' ? 'somebody' : to.charAt(0).toUpperCase() + to.slice(1);
  return (
    <div className="alert-acts">
      {asked && <RequestOutcome request={asked} onAgain={() => setAsked(undefined)} />}
      {act.error !== undefined && <Note tone="bad">{act.error}</Note>}
      <Button
        kind="primary"
        size="large"
        wide
        working={act.working}
        refused={refusalOf(seen)}
        onClick={() => void ask(seen, {}, 'Seen, at the console')}
      >
        I have seen it
      </Button>
      {onDuty.length > 0 && (
        <div className="alert-pair">
          <SelectField
            label="Whom to wake"
            options={onDuty.map((one) => ({ value: one, label: one.charAt(0).toUpperCase() + one.slice(1) }))}
            value={to}
            onChange={setTo}
          />
          <Button
            size="large"
            wide
            working={act.working}
            refused={refusalOf(hand)}
            onClick={() => void ask(hand, { to }, `Handed to ${to}, at the console`)}
          >
            Wake {name}
          </Button>
        </div>
      )}
      {children}
      <p className="second">{refusalOf(seen) ?? 'Differences and the catalog are decided at a desk.'}</p>
    </div>
  );
}

function refusalOf(way: Alert['ways'][number] | undefined): string | undefined {
  if (!way) return 'It cannot be asked for.';
  return way.allowed ? undefined : way.why;
}
