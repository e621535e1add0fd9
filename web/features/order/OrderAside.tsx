import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { useIsDesktop } from '../../ui/useIsDesktop.ts';
import { footnoteWords, OrderFootnote } from './OrderFootnote.tsx';
import { OrderHelpLink } from './OrderHelp.tsx';
import { orderTrouble } from './OrderNotes.tsx';
import { statusWords } from './orderStatuses.ts';
import { Receipt } from './Receipt.tsx';

type OrderAsideProps = {
  readonly order: OrderDetail;
  /** Instead of those of its status. */
  readonly words?: string;
};

/** The second column of an order's page: its amounts, what comes by itself, and where to ask. Phones have the last two elsewhere. */
export function OrderAside({ order, words = statusWords(order) }: OrderAsideProps) {
  const desktop = useIsDesktop();
  return (
    <>
      <Receipt order={order} />
      {desktop && <OrderFootnote words={footnoteWords(order, words)} />}
      {/* An order in trouble has it beside what is said of it. */}
      {desktop && orderTrouble(order) === null && <OrderHelpLink orderNo={order.orderNo} />}
    </>
  );
}
