import './providers.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useFrame } from '../../app/frameState.ts';
import { Card } from '../../parts/Card.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { LiveBadge } from '../../parts/LiveBadge.tsx';
import { Note } from '../../parts/Note.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';
import { OneProvider } from './OneProvider.tsx';

type Providers = ConsoleCallData<'providers'>;
export type Provider = Providers['others'][number];
type Step = Providers['steps'][number];

/** Who answers, who keeps their word? */
export default function ProvidersScreen() {
  const { id } = useParams({ strict: false });
  const { heardAt } = useFrame();
  const { data, isError, isPending, refetch } = useConsoleQuery(
    'providers',
    {},
    { topics: ['configuration', 'requests', 'testQuotes'] },
  );
  const chosen = data?.others.find((provider) => provider.id === id);
  return (
    <>
      <ScreenHead
        title={id ?? 'Providers'}
        {...(id !== undefined && {
          above: (
            <Link to="/providers/{-$id}" params={{ id: undefined }}>
              Providers
            </Link>
          ),
        })}
        aside={<LiveBadge heardAt={heardAt} />}
        lead="Offers of the last day, and what was delivered against them."
      />
      {isError && <Failed onAskAgain={() => void refetch()} />}
      {isPending && <Skeleton rows={8} />}
      {data && id === undefined && <All providers={data} />}
      {data && id !== undefined && !chosen && <Note tone="warn">Nobody of this name has offered anything here.</Note>}
      {chosen && data && (
        <OneProvider provider={chosen} coins={data.coins} mayTest={data.mayTest} onAsked={() => void refetch()} />
      )}
    </>
  );
}

function All({ providers }: { readonly providers: Providers }) {
  const navigate = useNavigate();
  const { others, steps, bounds } = providers;
  return (
    <div className="providers">
      <Card title="Other providers" count={others.length} flush>
        <Table
          label="Other providers"
          columns={OTHERS}
          rows={others}
          rowId={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: '/providers/{-$id}', params: { id } })}
          toneOf={({ isOff }) => (isOff ? 'warn' : undefined)}
          empty="No other provider has offered anything within a day, and no order went to one."
        />
      </Card>
      <Card title="What the steps of orders were answered" aside={`of the newest ${bounds.steps} answers`} flush>
        <Table
          label="What the steps of orders were answered"
          columns={STEPS}
          rows={steps}
          rowId={({ step }) => step}
          toneOf={({ tries, unavailable }) => (unavailable * 10 > tries ? 'warn' : undefined)}
          empty="No step of an order was answered yet."
        />
      </Card>
      <p className="second">
        Each step asks one vendor: cards are captured at the acquirer, conversions at the venue, payouts at the
        network’s nodes. A provider that fails again and again is left out for a while, by each process for itself.
      </p>
    </div>
  );
}

const OTHERS: readonly Column<Provider>[] = [
  { id: 'id', title: 'Provider', cell: ({ id }) => <b>{id}</b> },
  {
    id: 'state',
    title: 'State',
    cell: ({ isOff, answers, isConnected }) => {
      if (isOff) return <Tag tone="warn">off</Tag>;
      if (!isConnected) return <Tag>no keys</Tag>;
      return answers?.isLeftOut ? <Tag tone="bad">left out</Tag> : 'sells';
    },
  },
  {
    id: 'answers',
    title: 'Answers',
    figure: true,
    cell: ({ answers }) => (answers ? shareOf(answers.ok + answers.refused, answers.asked) : '–'),
  },
  {
    id: 'latency',
    title: 'Half within',
    figure: true,
    deskOnly: true,
    cell: ({ answers }) => (typeof answers?.p50 === 'number' ? `${answers.p50} ms` : '–'),
  },
  { id: 'offers', title: 'Offers', figure: true, cell: ({ offers }) => <span className="num">{offers}</span> },
  { id: 'best', title: 'Best of others', figure: true, cell: ({ best, offers }) => shareOf(best, offers) },
  { id: 'orders', title: 'Orders', figure: true, deskOnly: true, cell: ({ orders }) => orders },
  { id: 'delivered', title: 'Delivered', figure: true, deskOnly: true, cell: ({ delivered }) => delivered },
  {
    id: 'median',
    title: 'Delivered against offered',
    figure: true,
    cell: ({ record }) => (record ? `${record.medianPercent}%` : '–'),
  },
  {
    id: 'worst',
    title: 'Worst',
    figure: true,
    deskOnly: true,
    cell: ({ record }) => (record ? `${record.worstPercent}%` : '–'),
  },
  {
    id: 'count',
    title: 'Of',
    figure: true,
    deskOnly: true,
    cell: ({ record }) => record?.orders ?? 0,
  },
  {
    id: 'last',
    title: 'Last offer',
    deskOnly: true,
    cell: ({ lastOfferAt }) => (lastOfferAt === null ? '–' : <Time iso={lastOfferAt} />),
  },
];

const STEPS: readonly Column<Step>[] = [
  { id: 'step', title: 'Step', cell: ({ step }) => <b>{step.replaceAll('_', ' ')}</b> },
  { id: 'tries', title: 'Asked', figure: true, cell: ({ tries }) => tries },
  { id: 'ok', title: 'Done', figure: true, cell: ({ ok, tries }) => shareOf(ok, tries) },
  { id: 'away', title: 'No answer', figure: true, cell: ({ unavailable }) => unavailable },
  { id: 'p50', title: 'Half within', figure: true, deskOnly: true, cell: ({ p50 }) => `${p50} ms` },
  { id: 'p95', title: '95 of 100 within', figure: true, deskOnly: true, cell: ({ p95 }) => `${p95} ms` },
  {
    id: 'refusals',
    title: 'Refused',
    deskOnly: true,
    cell: ({ refusals }) =>
      refusals.length === 0
        ? '–'
        : refusals
            .slice(0, 2)
            .map(({ refusal, times }) => `${refusal.replaceAll('_', ' ')} ${times}`)
            .join(', '),
  },
  { id: 'last', title: 'Last', deskOnly: true, cell: ({ lastAt }) => <Time iso={lastAt} /> },
];

/** `120, 29%`: how many, and what part of all. */
function shareOf(part: number, all: number): string {
  return all === 0 ? '–' : `${part}, ${Math.round((part * 100) / all)}%`;
}
