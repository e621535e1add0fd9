import type { ReactNode } from 'react';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TroublePage } from '../../ui/TroublePage.tsx';
import { rememberLoginReturn } from '../session/session.ts';
import { OrderHeading } from './OrderHeading.tsx';
import type { OrderView } from './orderQuery.ts';
import { statusWords } from './orderStatuses.ts';
import { OrderNumber } from './Receipt.tsx';
import './orderUnavailable.css';

type OrderUnavailableProps = {
  readonly view: OrderView;
  readonly orderNo: string;
  /** Right end of the bar. */
  readonly actions: ReactNode;
};

/** An order whose details cannot be shown: not there, not reachable, on its way, or somebody else's. */
export function OrderUnavailable({ view, orderNo, actions }: OrderUnavailableProps) {
  if (view.kind === 'missing') {
    return (
      <TroublePage
        title={text('order.missing_title')}
        meaning={text('order.missing_meaning')}
        actions={actions}
        acts={
          <>
            <ButtonLink kind="filled" href="/">
              {text('trouble.to_buy')}
            </ButtonLink>
            <ButtonLink kind="ghost" href="/my-orders">
              {text('menu.orders')}
            </ButtonLink>
          </>
        }
      />
    );
  }
  if (view.bare) {
    return (
      <Page ownHeading actions={actions} foot={<Button onClick={logIn}>{text('order.log_in')}</Button>}>
        <OrderHeading words={statusWords(view.bare)} />
        <div className="order-bare">
          <OrderNumber orderNo={orderNo} />
          <p className="hint">{text('order.stranger')}</p>
        </div>
      </Page>
    );
  }
  return (
    <Page ownHeading layout="wide" actions={actions}>
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
