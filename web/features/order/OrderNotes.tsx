import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { text } from '../../i18n/text.ts';
import { shortAddress } from '../../ui/AddressGroups.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Note } from '../../ui/Note.tsx';
import { Rows } from '../../ui/Rows.tsx';
import type { OrderView } from './orderQuery.ts';
import { OrderNumber } from './Receipt.tsx';

/** Where it goes and how it is called, in two rows. */
export function OrderFacts({ order }: { readonly order: OrderDetail }) {
  return (
    <Rows
      items={[
        { label: text('order.to'), value: <span className="mono">{shortAddress(order.address)}</span> },
        { label: text('order.number'), value: <OrderNumber orderNo={order.orderNo} /> },
      ]}
    />
  );
}

/** The server cannot be reached: what is shown is the last that was known. */
export function StaleNote({ view }: { readonly view: OrderView }) {
  if (!view.stale) return null;
  return <EmptyState message={text('order.stale')} action={text('ui.try_again')} onAction={view.refresh} />;
}

/** Something unusual about the money that the status alone does not say. */
export function DisputeNote({ order }: { readonly order: OrderDetail }) {
  if (order.dispute !== 'open' && order.dispute !== 'lost') return null;
  return <Note tone="warn">{text('order.dispute')}</Note>;
}
