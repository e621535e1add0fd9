import { Card } from '../../parts/Card.tsx';
import { Note } from '../../parts/Note.tsx';
import { earnedColumns } from '../../parts/partners/earnedColumns.tsx';
import { type Column, Table } from '../../parts/tables/Table.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { AmountList } from './AmountList.tsx';
import { PaidSharesForm } from './PaidSharesForm.tsx';
import type { PartnerDetails } from './partnerData.ts';

type Payment = PartnerDetails['payments'][number];

const PAID: readonly Column<Payment>[] = [
  { id: 'paid', title: 'Recorded as paid', cell: ({ paidAt }) => <Time iso={paidAt} /> },
  { id: 'until', title: 'For deliveries before', deskOnly: true, cell: ({ until }) => <Time iso={until} /> },
  {
    id: 'entry',
    title: 'Bank booking',
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
    cell: ({ requestedBy, approvedBy }) => [requestedBy, approvedBy].filter((name) => name !== null).join(', '),
  },
  {
    id: 'amount',
    title: 'Amount',
    figure: true,
    cell: ({ amount }) => <Money amount={amount.amount} code={amount.unit} loss />,
  },
];

/** A partner's earned, paid and owed shares, by the ledger. */
export function PartnerShares({ partner }: { readonly partner: PartnerDetails }) {
  const paid = PAID.map((column) =>
    column.id === 'amount' ? { ...column, sum: <OwedAmounts of={partner.owed} /> } : column,
  );
  return (
    <div className="partners-columns">
      <div className="stack">
        <Card title="Earned" aside="posted at delivery, minus lost orders" flush>
          <Table
            label="Revenue share by month"
            columns={earnedColumns}
            rows={partner.earned}
            rowId={({ month, share }) => `${month} ${share.unit}`}
            empty={`Nothing earned yet. The share is ${partner.share}% of the amount paid.`}
          />
        </Card>
        <Card title="Paid" flush>
          <Table
            label="Payments to the partner"
            columns={paid}
            rows={partner.payments}
            rowId={({ entry }) => entry}
            empty="No payments yet."
          />
        </Card>
        <Note>
          The ledger posts shares to liability:partner. A changed share applies to new orders only. When the money of a
          delivered order is lost, its share is deducted in the month of the loss.
        </Note>
      </div>
      <PaidSharesForm partner={partner} />
    </div>
  );
}

function OwedAmounts({ of }: { readonly of: PartnerDetails['owed'] }) {
  return (
    <span className="partners-owed">
      <span className="second">payable</span> <AmountList amounts={of} />
    </span>
  );
}
