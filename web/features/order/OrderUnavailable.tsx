import './orderUnavailable.css';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { MenuButton } from '../menu/MenuButton.tsx';
import { rememberLoginReturn } from '../session/session.ts';
import { OrderHeading } from './OrderHeading.tsx';
import { OrderNotFound } from './OrderNotFound.tsx';
import type { OrderView } from './orderQuery.ts';
import { findStatusKey } from './orderStatuses.ts';
import { OrderNumber } from './Receipt.tsx';

type OrderUnavailableProps = {
  readonly view: OrderView;
  readonly orderNo: string;
};

/** Shown instead of the order details: order not found, server unreachable, still loading, or another buyer's order. */
export function OrderUnavailable({ view, orderNo }: OrderUnavailableProps) {
  if (view.kind === 'missing') return <OrderNotFound title={text('order.missing_title')} />;
  if (view.bare) {
    return (
      <Page ownHeading actions={<MenuButton />} foot={<Button onClick={logIn}>{text('order.log_in')}</Button>}>
        <OrderHeading textKey={findStatusKey(view.bare)} />
        <div className="order-bare">
          <OrderNumber orderNo={orderNo} />
          <p className="hint">{text('order.stranger')}</p>
        </div>
      </Page>
    );
  }
  return (
    <Page ownHeading layout="wide" actions={<MenuButton />}>
      {view.kind === 'loading' && <OrderSkeleton />}
      {view.kind === 'failed' && (
        <EmptyState message={errorText(view.error)} action={text('ui.try_again')} onAction={view.refresh} />
      )}
    </Page>
  );
}

function logIn(): void {
  rememberLoginReturn(location.pathname + location.search);
  location.assign('/email-login');
}

function OrderSkeleton() {
  return (
    <div className="order-skeleton" aria-busy="true">
      <output className="unseen">{text('ui.loading')}</output>
      <Skeleton width="55%" height={32} />
      <Skeleton width="80%" height={18} />
      <Skeleton height={96} />
      <Skeleton height={240} />
    </div>
  );
}
