import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Link } from '@tanstack/react-router';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { AssignmentBar } from '../../collaboration/AssignmentBar.tsx';
import { Notes } from '../../collaboration/Notes.tsx';
import { Card } from '../../parts/Card.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Countdown } from '../../parts/time/Countdown.tsx';
import { Timeline, type TimelineEntry } from '../../parts/time/Timeline.tsx';
import { Address } from '../../parts/values/Address.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { formatAmountWithCode } from '../../parts/values/formatGroupedDecimal.ts';
import { KeyValues } from '../../parts/values/KeyValues.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { RequestsCard } from './RequestsCard.tsx';
import { TRANSFER_STATUS_LABELS } from './transferLabels.ts';

type TransferDetails = ConsoleCallData<'transfer'>;
type Step = TransferDetails['steps'][number];

/** One transfer: its steps from request to arrival, and what happens if no one acts. */
export function TransferCard({ id }: { readonly id: number }) {
  const { data, isError, isPending, error, refetch, dataUpdatedAt } = useConsoleQuery(
    'transfer',
    { id },
    { topics: ['requests'] },
  );
  const asOf = dataUpdatedAt > 0 ? new Date(dataUpdatedAt).toISOString() : undefined;
  return (
    <div className="treasury-columns">
      <Card
        title={
          data ? `${formatAmountWithCode(data.amount.amount, data.amount.unit)} from ${data.from}` : `Transfer ${id}`
        }
        aside={
          data && <Tag tone={TRANSFER_STATUS_LABELS[data.status].tone}>{TRANSFER_STATUS_LABELS[data.status].label}</Tag>
        }
      >
        <Link to={'/treasury/transfers' as '/'} className="second">
          All transfers
        </Link>
        {isError && (
          <LoadErrorNote asOf={data && asOf} onRetry={() => void refetch()}>
            {error.message}
          </LoadErrorNote>
        )}
        {isPending && <Skeleton rows={6} />}
        {data && <TransferFacts transfer={data} />}
        {data && <Timeline label="Steps" entries={data.steps.map((step) => buildTimelineEntry(step, data))} />}
      </Card>
      <div className="stack">
        {data?.request && <RequestsCard requests={[data.request]} />}
        <AssignmentBar subject={`transfer:${id}`} />
        <Notes subject={`transfer:${id}`} />
      </div>
    </div>
  );
}

function TransferFacts({ transfer }: { readonly transfer: TransferDetails }) {
  const { to, network, amount, fee, clock, transactionId, explorerUrl } = transfer;
  return (
    <KeyValues
      rows={[
        {
          label: 'Amount leaving the exchange',
          value: <Money amount={amount.amount} code={amount.unit} size="strong" />,
        },
        {
          label: 'Exchange fee',
          value: fee ? <Money amount={fee.amount} code={fee.unit} /> : 'unknown until the exchange’s ledger shows it',
        },
        { label: `To (${network})`, value: <Address address={to} /> },
        ...(transactionId === null
          ? []
          : [
              {
                label: 'Transaction',
                value: (
                  <span className="treasury-transaction mono" translate="no">
                    {explorerUrl === null ? (
                      transactionId
                    ) : (
                      <a href={explorerUrl} target="_blank" rel="noreferrer">
                        {transactionId}
                      </a>
                    )}
                    <CopyButton value={transactionId} label="Copy transaction ID" />
                  </span>
                ),
              },
            ]),
        ...(clock?.until
          ? [
              {
                label: `If no one acts: ${clock.otherwise}`,
                value: <Countdown ends={clock.until} starts={clock.since} bare />,
              },
            ]
          : []),
      ]}
    />
  );
}

const TITLES: Readonly<Record<Step['step'], string>> = {
  requested: 'Requested',
  approved: 'Approved',
  accepted: 'Accepted by the exchange',
  sent: 'On chain',
  arrived: 'Arrived',
};
const TONES = { done: 'good', now: 'quiet', open: 'quiet', failed: 'bad' } as const;

function buildTimelineEntry({ step, state, at, by, note }: Step, { transactionId }: TransferDetails): TimelineEntry {
  const open = state === 'open' ? 'not yet' : undefined;
  const detail = note === transactionId ? undefined : (note ?? open);
  return {
    id: step,
    title: TITLES[step],
    tone: TONES[state],
    ...(at !== null && { at }),
    ...(by !== null && { source: by }),
    ...(detail !== undefined && detail !== null && { detail }),
  };
}
