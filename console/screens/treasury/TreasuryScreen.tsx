import './treasury.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useFrameState } from '../../app/frameState.ts';
import { LiveBadge } from '../../parts/connection/LiveBadge.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { ExternalAccountsCard } from './ExternalAccountsCard.tsx';
import { ForecastCard } from './ForecastCard.tsx';
import { Payouts } from './Payouts.tsx';
import { RequestsCard } from './RequestsCard.tsx';
import { SignerCard } from './SignerCard.tsx';
import { Transfers } from './Transfers.tsx';
import { TransfersCard } from './TransfersCard.tsx';

export type TreasuryData = ConsoleCallData<'treasury'>;

const TABS = ['balances', 'transfers', 'payouts', 'signer'] as const;
type TreasuryTab = (typeof TABS)[number];

/** The operator's money: balances, forecast, transfers and the signer. */
export default function TreasuryScreen() {
  const { part = 'balances', id } = useParams({ strict: false }) as { part?: string; id?: string };
  const navigate = useNavigate();
  const { updatedAt } = useFrameState();
  const page = useConsoleQuery('treasury', {}, { topics: ['orders', 'requests', 'differences', 'signer'] });
  const { data } = page;
  const startRequestCount = data?.signer.stops.flatMap(({ requests }) => requests).length ?? 0;
  const shown: TreasuryTab = TABS.find((one) => one === part) ?? 'balances';
  return (
    <>
      <ScreenHead title="Treasury" aside={<LiveBadge updatedAt={updatedAt} />} />
      {page.isError && <LoadErrorNote asOf={data?.now} onRetry={() => void page.refetch()} />}
      {!data && page.isPending && <Skeleton rows={10} height={40} />}
      {data && (
        <div className="treasury" data-greyed={page.isError ? '' : undefined}>
          <TreasuryTotals page={data} />
          <Tabs
            label="Treasury"
            tabs={[
              { id: 'balances', title: 'Balances' },
              { id: 'transfers', title: 'Transfers', ...(data.requests.length > 0 && { count: data.requests.length }) },
              { id: 'payouts', title: 'Card payouts' },
              { id: 'signer', title: 'Signer', ...(startRequestCount > 0 && { count: startRequestCount }) },
            ]}
            value={shown}
            onChange={(next) => void navigate({ to: `/treasury/${next}` })}
          >
            <TreasuryTabContent part={shown} id={id} page={data} />
          </Tabs>
        </div>
      )}
    </>
  );
}

type TreasuryTabContentProps = {
  readonly part: TreasuryTab;
  readonly id: string | undefined;
  readonly page: TreasuryData;
};

function TreasuryTabContent({ part, id, page }: TreasuryTabContentProps) {
  if (part === 'signer')
    return (
      <div className="treasury-narrow stack">
        <SignerCard hasActions signer={page.signer} />
      </div>
    );
  if (part === 'payouts') return <Payouts id={id} />;
  if (part === 'transfers') return <Transfers page={page} id={id} />;
  return (
    <div className="treasury-columns">
      <div className="stack">
        <ExternalAccountsCard page={page} />
        <TransfersCard transfers={page.transfers.slice(0, 5)} />
      </div>
      <div className="stack">
        <ForecastCard forecast={page.forecast} now={page.now} windowDays={page.windowDays} />
        {page.requests.length > 0 && <RequestsCard requests={page.requests} />}
        <SignerCard signer={page.signer} />
      </div>
    </div>
  );
}

const LIABILITY_LABELS: Readonly<Record<string, string>> = {
  'liability:buyer': 'paid, not delivered',
  'liability:refund': 'to be refunded',
  'liability:partner': 'partner revenue share',
  'liability:unallocated': 'unmatched',
};

function TreasuryTotals({
  page: { assets, liabilities, equity, liabilitiesByAccount },
}: {
  readonly page: TreasuryData;
}) {
  const shownLiabilities = liabilitiesByAccount.filter(({ worth }) => /[1-9]/.test(worth.sum.amount));
  return (
    <div className="treasury-sums">
      {[
        { title: 'Assets', of: assets },
        { title: 'Liabilities', of: liabilities },
        { title: 'Equity', of: equity },
      ].map(({ title, of }) => (
        <div key={title}>
          <span className="second">{title}</span>
          <Money amount={of.sum.amount} code={of.sum.unit} size="lead" loss />
        </div>
      ))}
      <p className="second">
        {shownLiabilities.length > 0 && (
          <>
            Owed:{' '}
            {shownLiabilities.map(({ account, worth }, index) => (
              <span key={account}>
                {index > 0 && ', '}
                <Money amount={worth.sum.amount} /> {LIABILITY_LABELS[account] ?? account}
              </span>
            ))}
            .{' '}
          </>
        )}
        {assets.unpriced.length > 0
          ? `Excluded (no price): ${assets.unpriced.join(', ')}.`
          : 'Crypto assets at current median prices.'}
      </p>
    </div>
  );
}
