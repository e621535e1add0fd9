import { Card } from '../../parts/Card.tsx';
import { Money } from '../../parts/Money.tsx';
import { Note } from '../../parts/Note.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { PaidShares } from './PaidShares.tsx';
import type { ShownPartner } from './partner.ts';
import { Sums } from './Sums.tsx';

type Earned = ShownPartner['earned'][number];
type Payment = ShownPartner['payments'][number];

const EARNED: readonly Column<Earned>[] = [
  { id: 'month', title: 'Month', cell: ({ month }) => month },
  { id: 'orders', title: 'Orders', figure: true, cell: ({ orders }) => <Money amount={String(orders)} /> },
  {
    id: 'share',
    title: 'Share',
    figure: true,
    cell: ({ share }) => <Money amount={share.amount} code={share.unit} loss />,
  },
];

const PAID: readonly Column<Payment>[] = [
  { id: 'paid', title: 'Booked as paid', cell: ({ paidAt }) => <Time iso={paidAt} /> },
  { id: 'until', title: 'For deliveries before', deskOnly: true, cell: ({ until }) => <Time iso={until} /> },
  {
    id: 'entry',
    title: 'Booking of the bank',
    deskOnly: true,
    cell: ({ entry }) => (
      <span className="mono" translate="no">
        {entry}
      </span>
    ),
  },
  {
    id: 'by',
    title: 'By',
    deskOnly: true,
    cell: ({ askedBy, approvedBy }) => [askedBy, approvedBy].filter((name) => name !== null).join(', '),
  },
  {
    id: 'amount',
    title: 'Amount',
    figure: true,
    cell: ({ amount }) => <Money amount={amount.amount} code={amount.unit} loss />,
  },
];

/** What its orders have earned it, what it was paid of that, and what is owed, by the books. */
export function PartnerShares({ partner }: { readonly partner: ShownPartner }) {
  const paid = PAID.map((column) => (column.id === 'amount' ? { ...column, sum: <Owed of={partner.owed} /> } : column));
  return (
    <div className="partners-columns">
      <div className="partners-stack">
        <Card title="Earned" aside="posted at the delivery, less lost orders" flush>
          <Table
            label="Shares by month"
            columns={EARNED}
            rows={partner.earned}
            rowId={({ month, share }) => `${month} ${share.unit}`}
            empty={`Nothing was earned yet: its share is ${partner.share}% of what the buyer pays.`}
          />
        </Card>
        <Card title="Paid" flush>
          <Table
            label="Payments of shares"
            columns={paid}
            rows={partner.payments}
            rowId={({ entry }) => entry}
            empty="Nothing was paid yet."
          />
        </Card>
        <Note>
          The ledger posts shares to liability:partner. A change of the share applies to new orders only. When the money
          of a delivered order is lost, its share is taken back in the month of the loss.
        </Note>
      </div>
      <PaidShares partner={partner} />
    </div>
  );
}

function Owed({ of }: { readonly of: ShownPartner['owed'] }) {
  return (
    <span className="partners-owed">
      <span className="second">owed now</span> <Sums of={of} />
    </span>
  );
}
