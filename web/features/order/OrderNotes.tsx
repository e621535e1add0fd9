import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type TextKey, text } from '../../i18n/text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Note } from '../../ui/Note.tsx';
import { OrderHelpLink } from './OrderHelp.tsx';
import type { OrderView } from './orderQuery.ts';
import { statusWords } from './orderStatuses.ts';

/** The server cannot be reached: what is shown is the last that was known. */
export function StaleNote({ view }: { readonly view: OrderView }) {
  if (!view.stale) return null;
  return <EmptyState message={text('order.stale')} action={text('ui.try_again')} onAction={view.refresh} />;
}

type Trouble = { readonly key: TextKey; readonly tone: 'plain' | 'warn' };

/** What is unusual about an order, with a way to ask about it; null for all others. */
export function orderTrouble(order: OrderDetail): Trouble | null {
  if (order.dispute === 'open' || order.dispute === 'lost') return { key: 'order.dispute', tone: 'warn' };
  if (order.status !== 'on_hold' || order.provider) return null;
  if (statusWords(order) === 'delivery_failed') return { key: 'order.delivery_failed', tone: 'warn' };
  return { key: order.paidAmount === null ? 'order.review' : 'order.review_paid', tone: 'plain' };
}

/** What that means for the money, and where to ask. */
export function TroubleNote({ order }: { readonly order: OrderDetail }) {
  const trouble = orderTrouble(order);
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
