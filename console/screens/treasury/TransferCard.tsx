import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Link } from '@tanstack/react-router';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { DeskBar } from '../../desk/DeskBar.tsx';
import { Notes } from '../../desk/Notes.tsx';
import { Address } from '../../parts/Address.tsx';
import { Card } from '../../parts/Card.tsx';
import { Clock } from '../../parts/Clock.tsx';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { KeyValues } from '../../parts/KeyValues.tsx';
import { Money } from '../../parts/Money.tsx';
import { moneyWithCode } from '../../parts/moneyWords.ts';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Timeline, type TimelineEntry } from '../../parts/Timeline.tsx';
import { RequestsCard } from './RequestsCard.tsx';
import { STANDS } from './transferWords.ts';

type Shown = ConsoleCallData<'transfer'>;
type Step = Shown['steps'][number];

/** One transfer: its steps from the asking to the arrival, and what comes if nobody acts. */
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
        title={data ? `${moneyWithCode(data.amount.amount, data.amount.unit)} from ${data.from}` : `Transfer ${id}`}
        aside={data && <Tag tone={STANDS[data.status].tone}>{STANDS[data.status].word}</Tag>}
      >
        <Link to={'/treasury/transfers' as '/'} className="second">
          All transfers
        </Link>
        {isError && (
          <Failed asOf={data && asOf} onAskAgain={() => void refetch()}>
            {error.message}
          </Failed>
        )}
        {isPending && <Skeleton rows={6} />}
        {data && <Facts transfer={data} />}
        {data && <Timeline label="Steps" entries={data.steps.map((step) => entryOf(step, data))} />}
      </Card>
      <div className="treasury-stack">
        {data?.request && <RequestsCard requests={[data.request]} />}
        <DeskBar subject={`transfer:${id}`} />
        <Notes subject={`transfer:${id}`} />
      </div>
    </div>
  );
}

function Facts({ transfer }: { readonly transfer: Shown }) {
  const { to, network, amount, fee, clock, transactionId, explorerUrl } = transfer;
  return (
    <KeyValues
      rows={[
        { label: 'Leaves the venue', value: <Money amount={amount.amount} code={amount.unit} size="strong" /> },
        {
          label: 'The venue took',
          value: fee ? <Money amount={fee.amount} code={fee.unit} /> : 'not known before its ledger shows it',
        },
        { label: `To, on ${network}`, value: <Address address={to} /> },
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
                    <CopyButton value={transactionId} label="Copy the transaction" />
                  </span>
                ),
              },
            ]),
        ...(clock?.until
          ? [
              {
                label: `Otherwise: ${clock.otherwise}`,
                value: <Clock ends={clock.until} starts={clock.since} bare />,
              },
            ]
          : []),
      ]}
    />
  );
}

const TITLES: Readonly<Record<Step['step'], string>> = {
  asked: 'Asked',
  approved: 'Approved',
  taken: 'Sent at the venue',
  sent: 'On chain',
  arrived: 'Arrived',
};
const TONES = { done: 'good', now: 'quiet', open: 'quiet', failed: 'bad' } as const;

function entryOf({ step, state, at, by, says }: Step, { transactionId }: Shown): TimelineEntry {
  const open = state === 'open' ? 'not yet' : undefined;
  const detail = says === transactionId ? undefined : (says ?? open);
  return {
    id: step,
    title: TITLES[step],
    tone: TONES[state],
    ...(at !== null && { at }),
    ...(by !== null && { source: by }),
    ...(detail !== undefined && detail !== null && { detail }),
  };
}
