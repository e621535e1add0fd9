import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { type Column, Table } from '../../parts/tables/Table.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { PayoutCard } from './PayoutCard.tsx';
import { PAYOUT_STATE_LABELS, type PayoutRow } from './payoutLabels.ts';

const COLUMNS: readonly Column<PayoutRow>[] = [
  {
    id: 'created',
    title: 'Created',
    cell: ({ id, createdAt }) => (
      <Link to={`/treasury/payouts/${id}` as '/'}>
        <Time iso={createdAt} />
      </Link>
    ),
  },
  {
    id: 'amount',
    title: 'Amount',
    figure: true,
    cell: ({ amount }) => <Money amount={amount.amount} code={amount.unit} />,
  },
  {
    id: 'state',
    title: 'Status',
    cell: ({ state }) => (
      <Tag tone={PAYOUT_STATE_LABELS[state].tone} small>
        {PAYOUT_STATE_LABELS[state].label}
      </Tag>
    ),
  },
  { id: 'arrives', title: 'Expected', deskOnly: true, cell: ({ arrivesOn }) => arrivesOn ?? '–' },
  { id: 'bank', title: 'Booked by our bank', deskOnly: true, cell: ({ bank }) => bank?.bookedOn ?? 'not yet' },
  {
    id: 'lines',
    title: 'Lines',
    figure: true,
    deskOnly: true,
    cell: ({ itemization, lines }) =>
      itemization === 'itemized' ? <Money amount={String(lines)} /> : itemization === 'never' ? 'no list' : 'not yet',
  },
  {
    id: 'id',
    title: 'Payout',
    deskOnly: true,
    cell: ({ id }) => (
      <span className="mono" translate="no">
        {id}
      </span>
    ),
  },
];

/** The acquirer's payouts to the operator's bank, or the one with this id. */
export function Payouts({ id }: { readonly id: string | undefined }) {
  return id === undefined ? <PayoutList /> : <PayoutCard id={id} />;
}

function PayoutList() {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const page = useConsoleQuery('payouts', cursor === undefined ? {} : { cursor }, { keepsPrevious: true });
  return (
    <div className="treasury-part">
      <Card title="Card payouts" aside="what the acquirer pays to our bank" flush>
        {page.isError && <LoadErrorNote onRetry={() => void page.refetch()}>{page.error.message}</LoadErrorNote>}
        {page.isPending && <Skeleton rows={6} />}
        {page.data && (
          <Table
            label="Card payouts"
            columns={COLUMNS}
            rows={page.data.list}
            rowId={({ id }) => id}
            empty="The acquirer has paid nothing out yet."
          />
        )}
        {cursors.length > 0 && <Button onClick={() => setCursors(cursors.slice(0, -1))}>Newer payouts</Button>}
        {page.data && page.data.cursor !== null && (
          <Button onClick={() => setCursors([...cursors, page.data.cursor ?? ''])}>Older payouts</Button>
        )}
      </Card>
    </div>
  );
}
