import { useIsDesktop } from '../../ui/useIsDesktop.ts';
import { MenuButton } from '../menu/MenuButton.tsx';
import { PaymentCountdown } from '../payment/PaymentWindow.tsx';
import { OrderHelpIcon } from './OrderHelp.tsx';

type OrderActionsProps = {
  readonly orderNo: string;
  /** Epoch seconds until which the order is to be paid, where that is a matter of minutes. */
  readonly payBefore?: number | null;
};

/** The end of an order's bar: the time left to pay, help, and the menu where there is room for all. */
export function OrderActions({ orderNo, payBefore = null }: OrderActionsProps) {
  const desktop = useIsDesktop();
  return (
    <>
      <PaymentCountdown payBefore={payBefore} />
      {!desktop && <OrderHelpIcon orderNo={orderNo} />}
      {(desktop || payBefore === null) && <MenuButton />}
    </>
  );
}
