import { useIsDesktop } from '../../ui/page/useIsDesktop.ts';
import { MenuButton } from '../menu/MenuButton.tsx';
import { PaymentCountdown } from '../payment/PaymentWindow.tsx';
import { OrderHelpIcon } from './OrderHelp.tsx';

type OrderActionsProps = {
  readonly orderNo: string;
  /** Payment deadline in epoch seconds, if the order must be paid within minutes. */
  readonly payBefore?: number | null;
};

/** Right side of the order's top bar: time left to pay, help, and the menu if there is enough space. */
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
