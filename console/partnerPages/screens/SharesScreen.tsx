import type { PartnerPageCallData } from '@slipway/contract/partnerPageCalls.ts';
import { Card } from '../../parts/Card.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Note } from '../../parts/Note.tsx';
import { earnedColumns } from '../../parts/partners/earnedColumns.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { type Column, Table } from '../../parts/tables/Table.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { useMemberQuery } from '../api/memberCall.ts';
import { useLoggedInSession } from '../api/session.ts';
import { PathLink } from '../app/navigation.tsx';
import { PageHead } from '../app/PageHead.tsx';

type Shares = PartnerPageCallData<'shares'>;

const PAID: readonly Column<Shares['payments'][number]>[] = [
  { id: 'booked', title: 'Booked on', cell: ({ bookedOn }) => <span className="num">{bookedOn}</span> },
  {
    id: 'amount',
    title: 'Amount',
    figure: true,
    cell: ({ amount }) => <Money amount={amount.amount} code={amount.unit} loss />,
  },
  { id: 'until', title: 'For deliveries before', deskOnly: true, cell: ({ until }) => <Time iso={until} /> },
  {
    id: 'reference',
    title: 'Reference',
    cell: ({ reference }) => (
      <span className="mono pages-wrap" translate="no">
        {reference ?? '–'}
      </span>
    ),
  },
];

/** Shows the partner’s shares: earned, paid and owed. */
export function SharesScreen() {
  const { operatorName } = useLoggedInSession();
  const { data, isError, isPending, error, refetch } = useMemberQuery('shares', {});
  return (
    <>
      <PageHead title="Shares" lead={data && `Your share of a new order is ${data.share}% of the amount paid.`} />
      {isError && <LoadErrorNote onRetry={() => void refetch()}>{error.message}</LoadErrorNote>}
      {isPending && <Skeleton rows={8} />}
      {data && (
        <>
          <Card title="Owed to you" lift>
            <OwedAmounts owed={data.owed} hasEarned={data.earned.length > 0} />
          </Card>
          <div className="pages-halves">
            <Card title="Earned" flush>
              <Table
                label="Shares earned by month"
                columns={earnedColumns}
                rows={data.earned}
                rowId={({ month, share }) => `${month} ${share.unit}`}
                empty="No shares yet. You earn your share of an order when it is delivered."
              />
            </Card>
            <Card title="Paid" flush>
              <Table
                label="Payments of shares"
                columns={PAID}
                rows={data.payments}
                rowId={({ id }) => id}
                empty="No payments yet."
              />
            </Card>
          </div>
          <Note>
            A share is earned at delivery. If the money of a delivered order is lost later, its share is taken back in
            that month. {operatorName} pays by bank transfer; a returned transfer has a minus and is owed again. Each{' '}
            <PathLink to="orders">order</PathLink> shows its own share.
          </Note>
        </>
      )}
    </>
  );
}

function OwedAmounts({ owed, hasEarned }: { readonly owed: Shares['owed']; readonly hasEarned: boolean }) {
  if (owed.length === 0)
    return <p className="second">{hasEarned ? 'Nothing: everything that you earned was paid.' : 'Nothing yet.'}</p>;
  return (
    <ul className="pages-amounts">
      {owed.map(({ amount, unit }) => (
        <li key={unit}>
          <Money amount={amount} code={unit} size="lead" loss />
        </li>
      ))}
    </ul>
  );
}
