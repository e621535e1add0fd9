import './providers.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useFrameState } from '../../app/frameState.ts';
import { Card } from '../../parts/Card.tsx';
import { LiveBadge } from '../../parts/connection/LiveBadge.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Note } from '../../parts/Note.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { type Column, Table } from '../../parts/tables/Table.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { ProviderDetails } from './ProviderDetails.tsx';

type Providers = ConsoleCallData<'providers'>;
export type Provider = Providers['others'][number];
type Step = Providers['steps'][number];

/** Providers with their availability and outcomes. */
export default function ProvidersScreen() {
  const { id } = useParams({ strict: false });
  const { updatedAt } = useFrameState();
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
        aside={<LiveBadge updatedAt={updatedAt} />}
        lead="Offers of the last 24 hours, and what was delivered."
      />
      {isError && <LoadErrorNote onRetry={() => void refetch()} />}
      {isPending && <Skeleton rows={8} />}
      {data && id === undefined && <ProviderTables providers={data} />}
      {data && id !== undefined && !chosen && <Note tone="warn">No provider with this name.</Note>}
      {chosen && data && (
        <ProviderDetails
          provider={chosen}
          coins={data.coins}
          mayTest={data.mayTest}
          onRequested={() => void refetch()}
        />
      )}
    </>
  );
}

function ProviderTables({ providers }: { readonly providers: Providers }) {
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
          getTone={({ isOff }) => (isOff ? 'warn' : undefined)}
          empty="No offers from other providers in the last 24 hours, and no orders sent to one."
        />
      </Card>
      <Card title="Vendor responses by step" aside={`newest ${bounds.steps} responses`} flush>
        <Table
          label="Vendor responses by step"
          columns={STEPS}
          rows={steps}
          rowId={({ step }) => step}
          getTone={({ tries, unavailable }) => (unavailable * 10 > tries ? 'warn' : undefined)}
          empty="No responses yet."
        />
      </Card>
      <p className="second">
        Each step calls one vendor: cards are captured at the acquirer, conversions run at the exchange, payouts go
        through the network’s nodes. Each process pauses requests to a provider that fails repeatedly.
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
      if (isOff) return <Tag tone="warn">Disabled</Tag>;
      if (!isConnected) return <Tag>No keys</Tag>;
      return answers?.isLeftOut ? <Tag tone="bad">Circuit open</Tag> : 'Active';
    },
  },
  {
    id: 'answers',
    title: 'Responses',
    figure: true,
    cell: ({ answers }) => (answers ? formatCountAndShare(answers.ok + answers.refused, answers.requests) : '–'),
  },
  {
    id: 'latency',
    title: 'p50',
    figure: true,
    deskOnly: true,
    cell: ({ answers }) => (typeof answers?.p50 === 'number' ? `${answers.p50} ms` : '–'),
  },
  { id: 'offers', title: 'Offers', figure: true, cell: ({ offers }) => <span className="num">{offers}</span> },
  { id: 'best', title: 'Cheapest', figure: true, cell: ({ best, offers }) => formatCountAndShare(best, offers) },
  { id: 'orders', title: 'Orders', figure: true, deskOnly: true, cell: ({ orders }) => orders },
  { id: 'delivered', title: 'Delivered', figure: true, deskOnly: true, cell: ({ delivered }) => delivered },
  {
    id: 'median',
    title: 'Delivered vs. quoted',
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
    title: 'Deliveries compared',
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
  { id: 'tries', title: 'Calls', figure: true, cell: ({ tries }) => tries },
  { id: 'ok', title: 'Succeeded', figure: true, cell: ({ ok, tries }) => formatCountAndShare(ok, tries) },
  { id: 'away', title: 'No response', figure: true, cell: ({ unavailable }) => unavailable },
  { id: 'p50', title: 'p50', figure: true, deskOnly: true, cell: ({ p50 }) => `${p50} ms` },
  { id: 'p95', title: 'p95', figure: true, deskOnly: true, cell: ({ p95 }) => `${p95} ms` },
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

/** Returns `120, 29%`: a count and its share. */
function formatCountAndShare(part: number, all: number): string {
  return all === 0 ? '–' : `${part}, ${Math.round((part * 100) / all)}%`;
}
