import './walletForm.css';
import { text } from '../../../i18n/text.ts';
import { AmountText } from '../../../ui/amount/AmountText.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Note } from '../../../ui/Note.tsx';
import { Ring } from '../../../ui/progress/Ring.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { DeclineNote } from '../DeclineNote.tsx';
import { findLastDecline } from '../findLastDecline.ts';
import { HoldNotice } from '../HoldNotice.tsx';
import { PaymentFailureText } from '../PaymentFailureText.tsx';
import type { Payment } from '../usePayment.ts';
import { SwitchToCard } from './SwitchToCard.tsx';

/** Interface to the wallet's button, which runs in a frame of the acquirer's origin. */
type WalletButton = {
  readonly mount: (container: HTMLElement | null) => void;
  readonly status: 'loading' | 'ready' | 'absent' | 'failed';
  readonly retry: () => void;
};

/** Why the wallet sheet closed without a payment. */
export type WalletNotice = 'closed' | 'not_taken';

type WalletFormProps = {
  readonly payment: Payment;
  /** The wallet's name. */
  readonly name: string;
  readonly button: WalletButton;
  readonly notice: WalletNotice | null;
  /** The buyer cancels the order to pay by card; `false` if that failed. */
  readonly onLeaving: (leaving: boolean) => void;
};

/** Form for a wallet order: the amounts, the wallet's button and the way to pay by card. */
export function WalletForm({ payment, name, button, notice, onLeaving }: WalletFormProps) {
  const { checkout, phase } = payment;
  const absent = button.status === 'absent' || button.status === 'failed';
  return (
    <>
      <div className="wallet-sum">
        <span className="wallet-sum-label">{text('edit.you_pay')}</span>
        {checkout ? (
          <AmountText amount={checkout.sendCurrencyAmount} code={checkout.sendCurrency} className="wallet-sum-amount" />
        ) : (
          <Skeleton width={180} height={40} />
        )}
      </div>
      <HoldNotice />
      <div className="page-foot">
        {notice && phase === 'idle' && !absent && (
          <output className="wallet-notice">{text(`wallet.${notice}`, { wallet: name })}</output>
        )}
        <DeclineNote payment={payment} earlier={notice ? null : findLastDecline(payment)} />
        <PaymentFailureText payment={payment} />
        <ButtonFrame button={button} name={name} busy={phase !== 'idle'} />
        {!absent && (
          <output className="payment-under-button">
            {text(phase === 'idle' ? 'payment.bank_may_ask' : 'payment.keep_open')}
          </output>
        )}
        {checkout && (
          <SwitchToCard checkout={checkout} main={absent} disabled={phase !== 'idle'} onLeaving={onLeaving} />
        )}
      </div>
    </>
  );
}

type ButtonFrameProps = { readonly button: WalletButton; readonly name: string; readonly busy: boolean };

function ButtonFrame({ button: { mount, status, retry }, name, busy }: ButtonFrameProps) {
  if (status === 'absent') {
    return (
      <div role="alert">
        <Note tone="warn">{text('wallet.absent', { wallet: name })}</Note>
      </div>
    );
  }
  if (status === 'failed') {
    return (
      <EmptyState message={text('wallet.failed', { wallet: name })} action={text('ui.try_again')} onAction={retry} />
    );
  }
  return (
    <div
      className="wallet-button"
      data-loading={status === 'loading' ? '' : undefined}
      data-busy={busy ? '' : undefined}
    >
      <div ref={mount} inert={busy} />
      {status === 'loading' && !busy && (
        <div className="wallet-button-over">
          <output className="unseen">{text('wallet.loading', { wallet: name })}</output>
          <Skeleton height={55} />
        </div>
      )}
      {busy && (
        <output className="wallet-button-over wallet-busy">
          <Ring size={22} turning />
          {text('payment.processing')}
        </output>
      )}
    </div>
  );
}
