import type { OrderSummary } from '@slipway/contract/entities/order.ts';
import { type ReactNode, useId, useState } from 'react';
import { getLocale, text } from '../../i18n/text.ts';
import { ListCard } from '../../ui/rows/ListCard.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { OpenOrderRow, OrderRow, UnpaidOrderRow } from './OrderRow.tsx';
import { arrangeOrders } from './orderRows.ts';
import './orderSections.css';
import { createRowFocusMemory, RowFocusMemoryContext } from './useRowFocus.ts';

type OrderSectionsProps = {
  readonly orders: readonly OrderSummary[];
  /** First order loaded by the last Show more. */
  readonly firstNew: string;
};

/** Lists active orders first, then unpaid ones, then finished ones by month. */
export function OrderSections({ orders, firstNew }: OrderSectionsProps) {
  const { open, unpaid, months } = arrangeOrders(orders);
  const [rowFocus] = useState(createRowFocusMemory);
  return (
    <RowFocusMemoryContext value={rowFocus}>
      {open.length > 0 && (
        <Section title={text('orders.in_progress')}>
          {open.map((order) => (
            <OpenOrderRow key={order.orderNo} order={order} takesFocus={order.orderNo === firstNew} />
          ))}
        </Section>
      )}
      {unpaid.length > 0 && (
        <Section title={text('orders.unpaid')}>
          {unpaid.map((order) => (
            <UnpaidOrderRow key={order.orderNo} order={order} takesFocus={order.orderNo === firstNew} />
          ))}
        </Section>
      )}
      {months.map(({ key, orders: list }) => (
        <Section key={key} title={formatMonth(list[0])}>
          {list.map((order) => (
            <OrderRow key={order.orderNo} order={order} takesFocus={order.orderNo === firstNew} />
          ))}
        </Section>
      ))}
    </RowFocusMemoryContext>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className="order-section">
      <h2 id={id}>{title}</h2>
      <ListCard labelledBy={id}>{children}</ListCard>
    </section>
  );
}

function formatMonth(order: OrderSummary | undefined): string {
  if (!order) return '';
  return new Intl.DateTimeFormat(getLocale(), { month: 'long', year: 'numeric', numberingSystem: 'latn' }).format(
    new Date(order.createdAt),
  );
}

const SKELETON_ROWS = 5;

/** Placeholder while the first page loads. */
export function OrdersSkeleton() {
  return (
    <div className="order-section" aria-busy="true">
      <output className="unseen">{text('ui.loading')}</output>
      <SkeletonRows count={SKELETON_ROWS} />
    </div>
  );
}

export function SkeletonRows({ count }: { readonly count: number }) {
  return (
    <div className="list-card" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="order-row">
          <Skeleton width={40} height={40} round />
          <span className="order-row-bones">
            <Skeleton width={118} height={14} />
            <Skeleton width={72} height={14} />
            <Skeleton width={84} height={11} />
            <Skeleton width={64} height={11} />
          </span>
        </div>
      ))}
    </div>
  );
}
