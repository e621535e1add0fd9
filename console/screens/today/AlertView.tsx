import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Link } from '@tanstack/react-router';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import { type ReactNode, useState } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { SelectField } from '../../parts/fields/SelectField.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Note } from '../../parts/Note.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Countdown } from '../../parts/time/Countdown.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { formatGroupedDecimal } from '../../parts/values/formatGroupedDecimal.ts';
import { KeyValues } from '../../parts/values/KeyValues.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { ApprovalCard } from '../../person/ApprovalCard.tsx';
import { RequestForm } from '../../person/RequestForm.tsx';
import { RequestOutcome } from '../../person/RequestOutcome.tsx';
import { type OperatorRequest, useSignedActions } from '../../person/useSignedActions.ts';
import { START_WARNING } from '../treasury/SignerStops.tsx';
import { StopSigningForm } from '../treasury/StopSigningForm.tsx';

type Alert = ConsoleCallData<'alert'>;
type Difference = ConsoleCallData<'reconciliation'>['differences'][number];

const ACCEPT_REASONS = [
  { value: 'compared', label: 'Compared with the publisher’s website' },
  { value: 'announced', label: 'The publisher has announced the change' },
];

/** One alert, for the person who was notified: what is halted, whose money, until when, and whether it can wait. */
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
  const stop = data?.actions.find(({ action }) => action === 'stop-signing');
  const accept = data?.actions.find(({ action }) => action === 'accept-list');
  const difference = books.data?.differences.find((one) => one.id === differenceId);
  return (
    <div className="alert-view">
      <div className="alert-body">
        <ScreenHead
          title={data ? formatAlertTitle(data, difference) : 'Alert'}
          above={
            <Link to="/today" className="alert-back">
              <ChevronLeft size={16} aria-hidden="true" /> Today
            </Link>
          }
          titleAddition={
            data && (
              <Tag tone={data.wakes ? 'bad' : 'warn'}>
                {difference?.haltedSince ? 'Halted ' : ''}
                <Time iso={difference?.haltedSince ?? data.at} />
              </Tag>
            )
          }
          lead={difference && formatLead(difference)}
        />
        {alert.isError && (
          <LoadErrorNote onRetry={() => void alert.refetch()}>
            This alert is resolved, or could not be loaded.
          </LoadErrorNote>
        )}
        {alert.isPending && <Skeleton rows={6} height={40} />}
        {data &&
          (difference ? <LedgerComparison difference={difference} page={books.data} /> : <AlertFacts alert={data} />)}
        {data && <Note>{formatWait(data, difference)}</Note>}
        {data && data.requests.length > 0 && (
          <Card title="Waiting for a second approval" flush>
            {data.requests.map((request) => (
              <ApprovalCard
                key={request.id}
                request={request}
                title={request.title}
                warning={request.action === 'start-signing' ? START_WARNING : 'Review the details before you approve.'}
              />
            ))}
          </Card>
        )}
        {accept && (
          <Card title={accept.label} flush>
            <RequestForm
              request={{ act: accept.act, action: accept.action, subject: accept.subject, input: accept.input }}
              title={accept.label}
              reasons={ACCEPT_REASONS}
              needsSecondApproval={accept.needsSecondApproval}
              approvers={accept.approvers}
              {...(!accept.allowed && { refused: accept.why })}
            >
              <p className="second">{accept.allowed ? accept.effect : accept.why}</p>
            </RequestForm>
          </Card>
        )}
        {stop && isStopping && (
          <Card title="Stop signing" flush>
            <StopSigningForm offer={stop} />
          </Card>
        )}
      </div>
      {data && (
        <AlertActions key={data.id} alert={data}>
          {stop && !isStopping && (
            <Button kind="danger" wide refused={findRefusal(stop)} onClick={() => setStopping(true)}>
              Stop signing…
            </Button>
          )}
        </AlertActions>
      )}
    </div>
  );
}

function formatAlertTitle({ means, kind }: Alert, difference: Difference | undefined): string {
  if (!difference) return means.charAt(0).toUpperCase() + means.slice(1);
  const less = difference.difference.startsWith('-');
  return kind === 'books_differ'
    ? `${difference.placeName} is ${formatGroupedDecimal(difference.difference.replace('-', ''))} ${difference.unit} ${less ? 'below' : 'above'} the ledger`
    : means;
}

function formatLead({ unit, halts }: Difference): string {
  return halts.length > 0
    ? `Outgoing ${unit} payments are halted. Everything else continues.`
    : `${unit}: nothing is halted.`;
}

function LedgerComparison({
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
      <Card label="Waiting orders">
        <KeyValues
          rows={[
            {
              label: `${waiting.orders} ${waiting.orders === 1 ? 'order waiting' : 'orders waiting'}`,
              value: <Money amount={waiting.worth.amount} code={waiting.worth.unit} />,
            },
            ...(waiting.until ? [{ label: 'First deadline in', value: <Countdown bare ends={waiting.until} /> }] : []),
          ]}
        />
      </Card>
      {line && (
        <Card label="Balances">
          <KeyValues
            rows={[
              { label: 'Ledger', value: <Money amount={line.ledger} code={unit} /> },
              { label: difference.placeName, value: <Money amount={line.theirs} code={unit} /> },
              { label: 'Difference', value: <Money amount={line.difference} code={unit} loss />, total: true },
            ]}
          />
        </Card>
      )}
    </>
  );
}

function AlertFacts({ alert: { facts, orderNo, times } }: { readonly alert: Alert }) {
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
    ...(times > 1 ? [{ label: 'Reported', value: `${times} times`, key: 'times' }] : []),
    ...facts.map(({ name, value }) => ({ label: name, value, key: name })),
  ];
  return rows.length === 0 ? null : (
    <Card label="Details">
      <div className="alert-facts">
        <KeyValues rows={rows} />
      </div>
    </Card>
  );
}

function formatWait({ holder, otherwise }: Alert, difference: Difference | undefined): string {
  const who =
    holder === null ? 'Not acknowledged yet.' : `Acknowledged by ${holder.charAt(0).toUpperCase()}${holder.slice(1)}.`;
  const next = `${otherwise.charAt(0).toUpperCase()}${otherwise.slice(1)}`;
  if (!difference) return `${who} ${next}`;
  const wait =
    difference.waiting.orders === 0
      ? 'It can wait until the morning: no buyer is waiting for it.'
      : 'No buyer loses money: the affected orders are paused. Their deadlines keep running.';
  return `${wait} ${who} ${next}`;
}

/** Signed with one click: the person acknowledges the alert, or reassigns it. */
function AlertActions({
  alert: { actions, onDuty },
  children,
}: {
  readonly alert: Alert;
  readonly children: ReactNode;
}) {
  const signing = useSignedActions();
  const [requested, setRequested] = useState<OperatorRequest>();
  const [to, setTo] = useState(onDuty[0] ?? '');
  const acknowledgement = actions.find(({ action }) => action === 'seen');
  const reassignment = actions.find(({ action }) => action === 'hand');
  const requestAction = async (
    action: Alert['actions'][number] | undefined,
    input: Readonly<Record<string, string>>,
    reason: string,
  ) => {
    if (!action) return;
    const actionRequest = {
      act: action.act,
      action: action.action,
      subject: action.subject,
      input: { ...action.input, ...input },
    };
    const request = await signing.requestAction(actionRequest, reason);
    if (request) setRequested(request);
  };
  const name = to === '' ? 'someone' : to.charAt(0).toUpperCase() + to.slice(1);
  return (
    <div className="alert-acts">
      {requested && <RequestOutcome request={requested} onAgain={() => setRequested(undefined)} />}
      {signing.error !== undefined && <Note tone="bad">{signing.error}</Note>}
      <Button
        kind="primary"
        size="large"
        wide
        working={signing.working}
        refused={findRefusal(acknowledgement)}
        onClick={() => void requestAction(acknowledgement, {}, 'Acknowledged in the console')}
      >
        Acknowledge
      </Button>
      {onDuty.length > 0 && (
        <div className="alert-pair">
          <SelectField
            label="Person to notify"
            options={onDuty.map((one) => ({ value: one, label: one.charAt(0).toUpperCase() + one.slice(1) }))}
            value={to}
            onChange={setTo}
          />
          <Button
            size="large"
            wide
            working={signing.working}
            refused={findRefusal(reassignment)}
            onClick={() => void requestAction(reassignment, { to }, `Reassigned to ${to} in the console`)}
          >
            Notify {name}
          </Button>
        </div>
      )}
      {children}
      <p className="second">{findRefusal(acknowledgement) ?? 'Decide differences and settings on a larger screen.'}</p>
    </div>
  );
}

function findRefusal(action: Alert['actions'][number] | undefined): string | undefined {
  if (!action) return 'This action is not available.';
  return action.allowed ? undefined : action.why;
}
