import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Tag } from '../../parts/Tag.tsx';
import type { Column } from '../../parts/tables/Table.tsx';
import { Countdown } from '../../parts/time/Countdown.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { Avatar } from '../../parts/values/Avatar.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { OrderNumber } from '../../parts/values/OrderNumber.tsx';
import { formatCodeAsLabel, formatPayMethod, getStatusTone } from './orderLabels.ts';
import type { ListedOrder } from './useOrderPages.ts';

type Sums = ConsoleCallData<'orders'>['sums'];

/** Returns the columns. `sums` cover all matches of the filter, not only the visible ones. */
export function buildOrderColumns(sums: Sums, sort: string | undefined): readonly Column<ListedOrder>[] {
  return [
    {
      id: 'number',
      title: 'Order',
      cell: ({ orderNo }) => <OrderNumber orderNo={orderNo} short />,
      sum: sums && (
        <b>{`${sums.more ? 'more than ' : ''}${sums.count.toLocaleString('en')} ${sums.count === 1 ? 'order' : 'orders'}`}</b>
      ),
    },
    {
      id: 'pays',
      title: 'Pays',
      figure: true,
      cell: ({ payAmount }) => <Money amount={payAmount.amount} code={payAmount.unit} />,
      sum: sums && (
        <span className="orders-sums">
          {sums.payAmounts.map(({ amount, unit }) => (
            <Money key={unit} amount={amount} code={unit} />
          ))}
        </span>
      ),
    },
    {
      id: 'status',
      title: sort === 'longest_waiting' ? 'Status, longest first' : 'Status',
      cell: (row) => (
        <span className="orders-status">
          <Tag small tone={getStatusTone(row.status)}>
            {formatCodeAsLabel(row.status)}
          </Tag>
          {row.exception !== 'none' && <Tag small>{formatCodeAsLabel(row.exception)}</Tag>}
          {row.dispute !== 'none' && <Tag small tone="warn">{`Dispute ${row.dispute}`}</Tag>}
        </span>
      ),
    },
    {
      id: 'clock',
      title: 'Time left',
      figure: true,
      cell: ({ until, since }) => (until === null ? '' : <Countdown ends={until} starts={since} bare />),
    },
    {
      id: 'receives',
      title: 'Receives',
      figure: true,
      deskOnly: true,
      cell: ({ receiveAmount }) => <Money amount={receiveAmount.amount} code={receiveAmount.unit} />,
    },
    {
      id: 'method',
      title: 'Method',
      deskOnly: true,
      cell: ({ method, country }) => `${formatPayMethod(method)}, ${country}`,
    },
    { id: 'buyer', title: 'Buyer', deskOnly: true, cell: ({ buyer }) => buyer },
    { id: 'made', title: 'Created', deskOnly: true, cell: ({ createdAt }) => <Time iso={createdAt} /> },
    {
      id: 'left',
      title: 'Net revenue',
      figure: true,
      deskOnly: true,
      cell: ({ netRevenue }) =>
        netRevenue && (
          <span className="orders-sums">
            <Money amount={netRevenue.sum.amount} code={netRevenue.sum.unit} loss />
            {netRevenue.unpriced.length > 0 && (
              <span className="second">excluding {netRevenue.unpriced.join(', ')} (no price)</span>
            )}
          </span>
        ),
    },
    {
      id: 'taken',
      title: 'Assignee',
      deskOnly: true,
      cell: ({ takenBy }) => (takenBy === null ? '' : <Avatar name={takenBy} />),
    },
  ];
}
