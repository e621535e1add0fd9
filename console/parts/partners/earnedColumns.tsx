import type { PartnerPageCallData } from '@slipway/contract/partnerPageCalls.ts';
import type { Column } from '../tables/Table.tsx';
import { Money } from '../values/Money.tsx';

/** Columns of a partner's earned shares, in the console and on the partner's pages. */
export const earnedColumns: readonly Column<PartnerPageCallData<'shares'>['earned'][number]>[] = [
  { id: 'month', title: 'Month', cell: ({ month }) => month },
  {
    id: 'orders',
    title: 'Orders',
    figure: true,
    deskOnly: true,
    cell: ({ orders }) => <Money amount={String(orders)} />,
  },
  {
    id: 'share',
    title: 'Share',
    figure: true,
    cell: ({ share }) => <Money amount={share.amount} code={share.unit} loss />,
  },
];
