import './treasury.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useFrame } from '../../app/frameState.ts';
import { Failed } from '../../parts/Failed.tsx';
import { LiveBadge } from '../../parts/LiveBadge.tsx';
import { Money } from '../../parts/Money.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { ForecastCard } from './ForecastCard.tsx';
import { PlacesCard } from './PlacesCard.tsx';
import { RequestsCard } from './RequestsCard.tsx';
import { SignerCard } from './SignerCard.tsx';
import { Transfers } from './Transfers.tsx';
import { TransfersCard } from './TransfersCard.tsx';

export type TreasuryData = ConsoleCallData<'treasury'>;

const PARTS = ['balances', 'transfers', 'signer'] as const;
type Part = (typeof PARTS)[number];

/** Is there enough, where, until when? */
export default function TreasuryScreen() {
  const { part = 'balances', id } = useParams({ strict: false }) as { part?: string; id?: string };
  const navigate = useNavigate();
  const { heardAt } = useFrame();
  const page = useConsoleQuery('treasury', {}, { topics: ['orders', 'requests', 'differences', 'signer'] });
  const { data } = page;
  const starts = data?.signer.stops.flatMap(({ requests }) => requests).length ?? 0;
  const shown: Part = PARTS.find((one) => one === part) ?? 'balances';
  return (
    <>
      <ScreenHead title="Treasury" aside={<LiveBadge heardAt={heardAt} />} />
      {page.isError && <Failed asOf={data?.now} onAskAgain={() => void page.refetch()} />}
      {!data && page.isPending && <Skeleton rows={10} height={40} />}
      {data && (
        <div className="treasury" data-greyed={page.isError ? '' : undefined}>
          <Sums page={data} />
          <Tabs
            label="Treasury"
            tabs={[
              { id: 'balances', title: 'Balances' },
              { id: 'transfers', title: 'Transfers', ...(data.requests.length > 0 && { count: data.requests.length }) },
              { id: 'signer', title: 'Signer', ...(starts > 0 && { count: starts }) },
            ]}
            value={shown}
            onChange={(next) => void navigate({ to: `/treasury/${next}` })}
          >
            <Shown part={shown} id={id} page={data} />
          </Tabs>
        </div>
      )}
    </>
  );
}

type ShownProps = { readonly part: Part; readonly id: string | undefined; readonly page: TreasuryData };

function Shown({ part, id, page }: ShownProps) {
  if (part === 'signer')
    return (
      <div className="treasury-narrow treasury-stack">
        <SignerCard acts signer={page.signer} />
      </div>
    );
  if (part === 'transfers') return <Transfers page={page} id={id} />;
  return (
    <div className="treasury-columns">
      <div className="treasury-stack">
        <PlacesCard page={page} />
        <TransfersCard transfers={page.transfers.slice(0, 5)} />
      </div>
      <div className="treasury-stack">
        <ForecastCard forecast={page.forecast} now={page.now} windowDays={page.windowDays} />
        {page.requests.length > 0 && <RequestsCard requests={page.requests} />}
        <SignerCard signer={page.signer} />
      </div>
    </div>
  );
}

const OWED: Readonly<Record<string, string>> = {
  'liability:buyer': 'paid and not delivered',
  'liability:refund': 'going back',
  'liability:partner': 'partners’ shares',
  'liability:unallocated': 'unallocated',
};

function Sums({ page: { have, owe, ours, owed } }: { readonly page: TreasuryData }) {
  const said = owed.filter(({ worth }) => /[1-9]/.test(worth.sum.amount));
  return (
    <div className="treasury-sums">
      {[
        { title: 'We have', of: have },
        { title: 'We owe', of: owe },
        { title: 'Ours', of: ours },
      ].map(({ title, of }) => (
        <div key={title}>
          <span className="second">{title}</span>
          <Money amount={of.sum.amount} code={of.sum.unit} size="lead" loss />
        </div>
      ))}
      <p className="second">
        {said.length > 0 && (
          <>
            Owed:{' '}
            {said.map(({ account, worth }, index) => (
              <span key={account}>
                {index > 0 && ', '}
                <Money amount={worth.sum.amount} /> {OWED[account] ?? account}
              </span>
            ))}
            .{' '}
          </>
        )}
        {have.unpriced.length > 0
          ? `Not in the sums, since nothing prices it now: ${have.unpriced.join(', ')}.`
          : 'Coins at the median of this moment.'}
      </p>
    </div>
  );
}
