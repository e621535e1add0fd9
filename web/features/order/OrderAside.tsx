import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { useIsDesktop } from '../../ui/page/useIsDesktop.ts';
import { findFootnoteKey, OrderFootnote } from './OrderFootnote.tsx';
import { OrderHelpLink } from './OrderHelp.tsx';
import { findOrderTrouble } from './OrderNotes.tsx';
import { findStatusKey } from './orderStatuses.ts';
import { Receipt } from './Receipt.tsx';

type OrderAsideProps = {
  readonly order: OrderDetail;
  /** Overrides the text keys derived from the status. */
  readonly textKey?: string;
};

/** Second column of an order page: amounts, footnote and help link. Phones show the last two elsewhere. */
export function OrderAside({ order, textKey = findStatusKey(order) }: OrderAsideProps) {
  const desktop = useIsDesktop();
  return (
    <>
      <Receipt order={order} />
      {desktop && <OrderFootnote statusKey={findFootnoteKey(order, textKey)} />}
      {/* An order in trouble shows help in its trouble note. */}
      {desktop && findOrderTrouble(order) === null && <OrderHelpLink orderNo={order.orderNo} />}
    </>
  );
}
