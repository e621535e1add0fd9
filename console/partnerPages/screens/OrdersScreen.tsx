import type { PartnerPageCallData } from '@slipway/contract/partnerPageCalls.ts';
import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { type Column, Table } from '../../parts/tables/Table.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { OrderNumber } from '../../parts/values/OrderNumber.tsx';
import { formatCodeAsLabel, getStatusTone } from '../../screens/orders/orderLabels.ts';
import { describeFailure, useMemberQuery } from '../api/memberCall.ts';
import { PathLink, showPath } from '../app/navigation.tsx';
import { PageHead } from '../app/PageHead.tsx';

type Order = PartnerPageCallData<'order'>;

const COLUMNS: readonly Column<Order>[] = [
  {
    id: 'order',
    title: 'Order',
    cell: ({ orderNo }) => (
      <PathLink to={`orders/${orderNo}`}>
        <OrderNumber orderNo={orderNo} short />
      </PathLink>
    ),
  },
  { id: 'created', title: 'Created', cell: ({ createdAt }) => <Time iso={createdAt} /> },
  {
    id: 'status',
    title: 'Status',
    cell: ({ status }) => (
      <Tag small tone={getStatusTone(status)}>
        {formatCodeAsLabel(status)}
      </Tag>
    ),
  },
  { id: 'reference', title: 'Your reference', deskOnly: true, cell: ({ reference }) => reference || '–' },
  {
    id: 'paid',
    title: 'Pays',
    figure: true,
    cell: ({ sendCurrencyAmount, sendCurrency }) => <Money amount={sendCurrencyAmount} code={sendCurrency} />,
  },
  {
    id: 'gets',
    title: 'Gets',
    figure: true,
    deskOnly: true,
    cell: ({ getCurrencyAmount, getCurrency }) => <Money amount={getCurrencyAmount} code={getCurrency} />,
  },
  {
    id: 'share',
    title: 'Your share',
    figure: true,
    deskOnly: true,
    cell: ({ share }) => (share ? <Money amount={share.amount} code={share.unit} /> : '–'),
  },
];

/** The orders of the partner, newest first, page by page. */
export function OrdersScreen() {
  /** Cursors of the pages up to the shown one. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const after = cursors.at(-1);
  const query = useMemberQuery('orders', after === undefined ? {} : { after });
  const { data } = query;
  return (
    <>
      <PageHead title="Orders" lead="Orders that buyers created through your pages, links or server." />
      <Card label="Orders" flush>
        <Table
          label="Orders"
          columns={COLUMNS}
          rows={data?.orders}
          rowId={({ orderNo }) => orderNo}
          onOpen={({ orderNo }) => showPath(`orders/${orderNo}`)}
          empty="No orders yet."
          failed={describeFailure(query)}
        />
        {(after !== undefined || data?.next) && (
          <p className="pages-more pages-acts">
            {after !== undefined && <Button onClick={() => setCursors(cursors.slice(0, -1))}>Newer</Button>}
            {data?.next && <Button onClick={() => setCursors([...cursors, data.next ?? ''])}>Older</Button>}
          </p>
        )}
      </Card>
    </>
  );
}
