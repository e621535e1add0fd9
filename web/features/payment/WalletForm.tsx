import { type WalletTraits } from '@slipway/contract/entities/payMethods.ts';
import './walletForm.css';
import { text } from '../../i18n/text.ts';
import { AmountText } from '../../ui/AmountText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Note } from '../../ui/Note.tsx';
import { Ring } from '../../ui/Ring.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { earlierDecline } from './earlierDecline.ts';
import { HeldFirst } from './HeldFirst.tsx';
import { PayByCard } from './PayByCard.tsx';
import { PaymentFailureText } from './PaymentFailureText.tsx';
import type { Payment } from './usePayment.ts';

/** The wallet's button as this form needs it; it lives in a frame of the acquirer's origin. */
type WalletButton = {
  readonly mount: (container: HTMLElement | null) => void;
  readonly status: 'loading' | 'ready' | 'absent' | 'failed';
  readonly retry: () => void;
};

/** How the wallet's sheet was left without a payment. */
export type WalletNotice = 'closed' | 'not_taken';

type WalletFormProps = {
  readonly payment: Payment;
  readonly wallet: WalletTraits;
  readonly button: WalletButton;
  readonly notice: WalletNotice | null;
  /** The buyer gives the order up for one by card; `false` when that did not work. */
  readonly onLeaving: (leaving: boolean) => void;
};

/** A wallet's order: what is paid, the wallet's own button, and a way out. */
export function WalletForm({ payment, wallet, button, notice, onLeaving }: WalletFormProps) {
  const { checkout, phase } = payment;
  const { name } = wallet;
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
      <HeldFirst />
      <div className="page-foot">
        {notice && phase === 'idle' && !absent && (
          <output className="wallet-notice">{text(`wallet.${notice}`, { wallet: name })}</output>
        )}
        <PaymentFailureText payment={payment} earlier={notice ? null : earlierDecline(payment)} />
        <ButtonFrame button={button} name={name} busy={phase !== 'idle'} />
        {!absent && (
          <output className="payment-under-button">
            {text(phase === 'idle' ? 'payment.bank_may_ask' : 'payment.keep_open')}
          </output>
        )}
        {checkout && <PayByCard checkout={checkout} main={absent} disabled={phase !== 'idle'} onLeaving={onLeaving} />}
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
