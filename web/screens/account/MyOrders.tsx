import ReceiptText from 'lucide-react/icons/receipt-text';
import { useState } from 'react';
import { CallError } from '../../api/callError.ts';
import { MenuButton } from '../../features/menu/MenuButton.tsx';
import { MoreOrders } from '../../features/orders/MoreOrders.tsx';
import { OrderSections, OrdersSkeleton } from '../../features/orders/OrderSections.tsx';
import { useMyOrders } from '../../features/orders/useMyOrders.ts';
import { SupportCard } from '../../features/support/SupportCard.tsx';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { NothingYet } from '../../ui/NothingYet.tsx';
import { Page } from '../../ui/page/Page.tsx';
import './accountPages.css';

/** My Orders: active orders with their pending steps, then all others. */
export function MyOrders() {
  const view = useMyOrders();
  const { orders } = view;
  // Number of orders shown when more were requested: the next one gets the focus.
  const [shownBefore, setShownBefore] = useState(Number.POSITIVE_INFINITY);
  const [firstNew, setFirstNew] = useState('');
  if (orders && orders.length > shownBefore) {
    setFirstNew(orders[shownBefore]?.orderNo ?? '');
    setShownBefore(Number.POSITIVE_INFINITY);
  }
  const empty = orders?.length === 0;
  const failed = view.error !== null && !(view.error instanceof CallError && view.error.handled);
  return (
    <Page
      layout="wide"
      actions={<MenuButton />}
      foot={empty && <BuyLink />}
      aside={
        ((orders && !empty) || failed) && (
          <SupportCard title={text('orders.help')} detail={text('orders.help_detail')} />
        )
      }
      asideEverywhere
    >
      {failed && (
        <EmptyState
          message={errorText(view.error)}
          detail={text('orders.not_affected')}
          action={text('ui.try_again')}
          onAction={view.retry}
        />
      )}
      {!failed && !orders && <OrdersSkeleton />}
      {empty && (
        <NothingYet
          icon={<ReceiptText size={32} strokeWidth={1.6} aria-hidden="true" />}
          message={text('orders.empty')}
          detail={text('orders.empty_detail')}
        />
      )}
      {orders && !empty && (
        <>
          <OrderSections orders={orders} firstNew={firstNew} />
          <MoreOrders
            view={view}
            shown={orders.length}
            onMore={() => {
              setShownBefore(orders.length);
              view.showMore();
            }}
          />
        </>
      )}
    </Page>
  );
}

function BuyLink() {
  return (
    <ButtonLink kind="filled" href="/edit">
      {text('orders.buy')}
    </ButtonLink>
  );
}
