import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { getPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import { useState } from 'react';
import { CancelOrder } from '../../features/order/CancelOrder.tsx';
import { OrderActions } from '../../features/order/OrderActions.tsx';
import { OrderAside } from '../../features/order/OrderAside.tsx';
import { OrderFootnote } from '../../features/order/OrderFootnote.tsx';
import { OrderHeading } from '../../features/order/OrderHeading.tsx';
import { StaleNote } from '../../features/order/OrderNotes.tsx';
import { OrderSentence } from '../../features/order/OrderSentence.tsx';
import { OrderTimeline } from '../../features/order/OrderTimeline.tsx';
import type { OrderView } from '../../features/order/orderQuery.ts';
import { findStatusKey } from '../../features/order/orderStatuses.ts';
import { TransferCodePanel } from '../../features/payment/transfer/TransferCodePanel.tsx';
import { type Transfer, TransferSlip } from '../../features/payment/transfer/TransferSlip.tsx';
import { text } from '../../i18n/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Card, Page } from '../../ui/page/Page.tsx';
import { useIsDesktop } from '../../ui/page/useIsDesktop.ts';
import './orderPages.css';

type AwaitedTransferProps = { readonly order: OrderDetail; readonly view: OrderView };

export function isAwaitedTransfer({ status, payMethod }: OrderDetail): boolean {
  return status === 'awaiting_payment' && getPayMethodTraits(payMethod).money === 'received';
}

/** Payment Status while a bank transfer is missing or incomplete: the instructions and what happens next. */
export function AwaitedTransfer({ order, view }: AwaitedTransferProps) {
  const desktop = useIsDesktop();
  const { transfer, sendCurrency } = order;
  // State of this component, so that the code stays open when the screen is rotated.
  const [open, setOpen] = useState(false);
  const renderCode = (shown: Transfer) => (
    <TransferCodePanel transfer={shown} currency={sendCurrency} isCollapsible={!desktop} open={open} onOpen={setOpen} />
  );
  return (
    <Page
      ownHeading
      layout="wide"
      actions={<OrderActions orderNo={order.orderNo} />}
      foot={
        <div className="order-acts">
          <ButtonLink kind="ghost" href="/my-orders">
            {text('menu.orders')}
          </ButtonLink>
          <CancelOrder order={order} onChanged={view.refresh} />
        </div>
      }
      aside={
        <>
          {desktop && transfer && <div className="order-code">{renderCode(transfer)}</div>}
          <OrderAside order={order} />
        </>
      }
      asideEverywhere
    >
      <OrderHeading textKey={findStatusKey(order)} sentence={<OrderSentence order={order} />} />
      <div className="order-parts">
        <StaleNote view={view} />
        {transfer ? (
          <TransferSlip transfer={transfer} currency={sendCurrency} />
        ) : (
          <EmptyState message={text('payment.transfer_closed')} action={text('ui.refresh')} onAction={view.refresh} />
        )}
        {!desktop && transfer && renderCode(transfer)}
        <Card>
          <h2 className="order-then">{text('payment.then')}</h2>
          <OrderTimeline order={order} />
        </Card>
        {!desktop && <OrderFootnote statusKey={findStatusKey(order)} />}
      </div>
    </Page>
  );
}
