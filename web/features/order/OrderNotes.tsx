import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type TextKey, text } from '../../i18n/text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Note } from '../../ui/Note.tsx';
import { OrderHelpLink } from './OrderHelp.tsx';
import type { OrderView } from './orderQuery.ts';
import { findStatusKey } from './orderStatuses.ts';

/** Warns that the server is unreachable and the order shown may be outdated. */
export function StaleNote({ view }: { readonly view: OrderView }) {
  if (!view.stale) return null;
  return <EmptyState message={text('order.stale')} action={text('ui.try_again')} onAction={view.refresh} />;
}

type OrderTrouble = { readonly key: TextKey; readonly tone: 'plain' | 'warn' };

/** Returns the note for a disputed order, or for an own order on hold: its text key and tone. Null for other orders. */
export function findOrderTrouble(order: OrderDetail): OrderTrouble | null {
  if (order.dispute === 'open' || order.dispute === 'lost') return { key: 'order.dispute', tone: 'warn' };
  if (order.status !== 'on_hold' || order.provider) return null;
  if (findStatusKey(order) === 'delivery_failed') return { key: 'order.delivery_failed', tone: 'warn' };
  return { key: order.paidAmount === null ? 'order.review' : 'order.review_paid', tone: 'plain' };
}

/** Explains what the trouble means for the money, with a link to support. */
export function TroubleNote({ order }: { readonly order: OrderDetail }) {
  const trouble = findOrderTrouble(order);
  if (!trouble) return null;
  const Icon = trouble.tone === 'warn' ? TriangleAlert : Info;
  return (
    <div>
      <Note tone={trouble.tone} icon={<Icon size={18} strokeWidth={2.1} aria-hidden="true" />}>
        {text(trouble.key)}
      </Note>
      <OrderHelpLink orderNo={order.orderNo} />
    </div>
  );
}
