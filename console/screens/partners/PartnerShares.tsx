import { Card } from '../../parts/Card.tsx';
import { Money } from '../../parts/Money.tsx';
import { Note } from '../../parts/Note.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import type { ShownPartner } from './partner.ts';
import { Sums } from './Sums.tsx';

type Earned = ShownPartner['earned'][number];

const COLUMNS: readonly Column<Earned>[] = [
  { id: 'month', title: 'Month of the delivery', cell: ({ month }) => month },
  { id: 'orders', title: 'Orders', figure: true, cell: ({ orders }) => <Money amount={String(orders)} /> },
  {
    id: 'share',
    title: 'Share',
    figure: true,
    cell: ({ share }) => <Money amount={share.amount} code={share.unit} />,
  },
];

/** What its orders have earned it, by the books. */
export function PartnerShares({ partner }: { readonly partner: ShownPartner }) {
  const columns = COLUMNS.map((column) =>
    column.id === 'share' ? { ...column, sum: <Sums of={partner.owed} /> } : column,
  );
  return (
    <div className="partners-stack">
      <Card title="Earned and owed" flush>
        <Table
          label="Shares by month"
          columns={columns}
          rows={partner.earned}
          rowId={({ month, share }) => `${month} ${share.unit}`}
          empty={`Nothing was earned yet: its share is ${partner.share}% of what the buyer pays, booked at the delivery.`}
        />
      </Card>
      <Note>
        Every line is postings of liability:partner for its orders. What you pay out is not booked by partner: keep it
        beside these.
      </Note>
    </div>
  );
}
