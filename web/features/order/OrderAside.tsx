import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { useIsDesktop } from '../../ui/useIsDesktop.ts';
import { OrderFootnote } from './OrderFootnote.tsx';
import { OrderHelpLink } from './OrderHelp.tsx';
import { orderTrouble } from './OrderNotes.tsx';
import { Receipt } from './Receipt.tsx';

/** The second column of an order's page: its amounts, what comes by itself, and where to ask. */
export function OrderAside({ order }: { readonly order: OrderDetail }) {
  const desktop = useIsDesktop();
  // Phones have it in the bar, and an order in trouble beside what is said of it.
  const asks = desktop && orderTrouble(order) === null;
  return (
    <>
      <Receipt order={order} />
      <OrderFootnote order={order} />
      {asks && <OrderHelpLink orderNo={order.orderNo} />}
    </>
  );
}
