import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Note } from '../../parts/Note.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { type Column, Table } from '../../parts/tables/Table.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { formatAmountWithCode, isZero } from '../../parts/values/formatGroupedDecimal.ts';
import { type KeyValue, KeyValues } from '../../parts/values/KeyValues.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { OrderNumber } from '../../parts/values/OrderNumber.tsx';
import { LINE_LABELS, PART_LABELS, PAYOUT_STATE_LABELS, type Payout, STATE_MEANINGS } from './payoutLabels.ts';

type PayoutLine = Payout['list'][number];

const COLUMNS: readonly Column<PayoutLine>[] = [
  { id: 'part', title: 'Line', cell: ({ part, vendorType: label }) => (part === 'other' ? label : LINE_LABELS[part]) },
  {
    id: 'order',
    title: 'Order',
    cell: ({ orderNo }) =>
      orderNo === null ? (
        '–'
      ) : (
        <Link to="/orders/$no/{-$tab}" params={{ no: orderNo }}>
          <OrderNumber orderNo={orderNo} short />
        </Link>
      ),
  },
  { id: 'net', title: 'Net', figure: true, cell: ({ net }) => <Money amount={net.amount} size="strong" /> },
  {
    id: 'amount',
    title: 'Amount',
    figure: true,
    deskOnly: true,
    cell: ({ amount }) => <Money amount={amount.amount} />,
  },
  { id: 'fee', title: 'Fee', figure: true, deskOnly: true, cell: ({ fee }) => <Money amount={fee.amount} /> },
  { id: 'at', title: 'Time', deskOnly: true, cell: ({ at }) => <Time iso={at} /> },
];

/** One payout of the acquirer: its progress, and the orders, refunds, disputes and fees that it consists of. */
export function PayoutCard({ id }: { readonly id: string }) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const page = useConsoleQuery('payout', { id, ...(cursor !== undefined && { cursor }) }, { keepsPrevious: true });
  const { data } = page;
  return (
    <div className="treasury-columns">
      <div className="stack">
        {page.isError && <LoadErrorNote onRetry={() => void page.refetch()}>{page.error.message}</LoadErrorNote>}
        {page.isPending && <Skeleton rows={8} />}
        {data && (
          <Card title="Lines" aside={`newest first, in ${data.amount.unit}`} flush>
            <Table
              label="Lines of the payout"
              columns={COLUMNS}
              rows={data.list}
              rowId={(line) => line.id}
              empty={NO_LINES[data.itemization]}
            />
            {cursors.length > 0 && <Button onClick={() => setCursors(cursors.slice(0, -1))}>Newer lines</Button>}
            {data.cursor !== null && (
              <Button onClick={() => setCursors([...cursors, data.cursor ?? ''])}>Older lines</Button>
            )}
          </Card>
        )}
      </div>
      {data && (
        <div className="stack">
          <PayoutFacts payout={data} />
          <Breakdown payout={data} />
        </div>
      )}
    </div>
  );
}

const NO_LINES: Readonly<Record<Payout['itemization'], string>> = {
  itemized: 'All transactions in this payout are older than the first order in Slipway.',
  pending: 'The acquirer has not listed its lines yet. They appear here within two minutes of being listed.',
  never:
    'This is a manual payout: the acquirer does not report which transactions it contains. It reports them only for automatic payouts.',
};

function PayoutFacts({ payout }: { readonly payout: Payout }) {
  const { id, acquirer, state, amount, createdAt, arrivesOn, bank } = payout;
  const rows: readonly KeyValue[] = [
    { label: 'Created', value: <Time iso={createdAt} /> },
    { label: 'Expected at our bank', value: arrivesOn ?? 'not known' },
    { label: 'Booked by our bank', value: bank?.bookedOn ?? 'not yet' },
    ...(bank ? [{ label: 'Bank entry', value: <CopyableId value={bank.entry} label="Copy the bank entry" /> }] : []),
    { label: 'Payout', value: <CopyableId value={id} label="Copy the payout" /> },
  ];
  return (
    <Card
      title={`${formatAmountWithCode(amount.amount, amount.unit)} from ${acquirer}`}
      aside={<Tag tone={PAYOUT_STATE_LABELS[state].tone}>{PAYOUT_STATE_LABELS[state].label}</Tag>}
    >
      <Link to={'/treasury/payouts' as '/'} className="second">
        All payouts from acquirers
      </Link>
      <p className="second">{STATE_MEANINGS[state]}</p>
      <KeyValues rows={rows} />
    </Card>
  );
}

function CopyableId({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <span className="treasury-transaction mono" translate="no">
      {value}
      <CopyButton value={value} label={label} />
    </span>
  );
}

function Breakdown({ payout: { parts, amount, difference } }: { readonly payout: Payout }) {
  if (difference === null) return null;
  const off = !isZero(difference.amount);
  return (
    <Card title="Breakdown" aside={off ? undefined : 'balanced'}>
      <KeyValues
        rows={[
          ...parts.map(({ part, lines, amount: of }) => ({
            key: part,
            label: `${PART_LABELS[part]} (${lines})`,
            value: <Money amount={of.amount} code={of.unit} />,
          })),
          ...(off
            ? [
                {
                  key: 'difference',
                  label: 'Difference',
                  value: <Money amount={difference.amount} code={difference.unit} />,
                  tone: 'bad' as const,
                },
              ]
            : []),
          { key: 'payout', label: 'Payout', value: <Money amount={amount.amount} code={amount.unit} />, total: true },
        ]}
      />
      {off && (
        <Note tone="bad">
          The lines do not add up to the payout. Compare it with the acquirer’s dashboard before you book anything.
        </Note>
      )}
    </Card>
  );
}
