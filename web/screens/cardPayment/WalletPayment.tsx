import { type WalletTraits } from '@slipway/contract/entities/payMethods.ts';
import { useState } from 'react';
import { isCardDocument } from '../../features/acquirer/loadAcquirer.ts';
import { useWalletButton, type WalletConfirmation } from '../../features/acquirer/useWalletButton.ts';
import type { Payment } from '../../features/payment/usePayment.ts';
import { WalletForm, type WalletNotice } from '../../features/payment/wallet/WalletForm.tsx';

type WalletPaymentProps = {
  readonly payment: Payment;
  readonly name: string;
  readonly wallet: WalletTraits;
  /** The buyer cancels the order to pay by card; `false` if that failed. */
  readonly onLeaving: (leaving: boolean) => void;
};

/** Pays an order with the wallet for which it was priced. Each confirmation in the wallet's sheet is one payment attempt. */
export function WalletPayment({ payment, name, wallet, onLeaving }: WalletPaymentProps) {
  const [notice, setNotice] = useState<WalletNotice | null>(null);
  const pay = (confirmation: WalletConfirmation) => {
    if (payment.phase !== 'idle') return confirmation.refuse();
    setNotice(null);
    void payment.pay(async () => {
      const confirmationToken = await confirmation.makeToken().catch(() => null);
      if (confirmationToken === null) {
        confirmation.refuse();
        setNotice('not_taken');
        return null;
      }
      return { confirmationToken, saveCard: false, ...(confirmation.billing && { billing: confirmation.billing }) };
    });
  };
  const button = useWalletButton(isCardDocument() ? payment.checkout?.acquirer : undefined, wallet, {
    mayOpen: () => payment.phase === 'idle',
    onOpen: () => setNotice(null),
    onClose: () => setNotice((before) => before ?? 'closed'),
    onConfirmed: pay,
  });
  return <WalletForm payment={payment} name={name} button={button} notice={notice} onLeaving={onLeaving} />;
}
