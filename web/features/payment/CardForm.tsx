import './cardForm.css';
import Lock from 'lucide-react/icons/lock';
import { useState } from 'react';
import { text } from '../../i18n/text.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Form } from '../../ui/Form.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useFaultFocus } from '../../ui/useFaultFocus.ts';
import { BillingFields } from './BillingFields.tsx';
import { type Billing, clearBillingDraft } from './billingForm.ts';
import { earlierDecline } from './earlierDecline.ts';
import { PayButton } from './PayButton.tsx';
import { PaymentFailureText } from './PaymentFailureText.tsx';
import { useBilling } from './useBilling.ts';
import type { Payment, PaymentSource } from './usePayment.ts';

/** The acquirer's fields as this form needs them; they live in a frame of the acquirer's origin. */
type CardFields = {
  readonly mount: (container: HTMLElement | null) => void;
  readonly status: 'loading' | 'ready' | 'failed';
  readonly retry: () => void;
  readonly makeToken: (
    billing: Billing,
    saveCard: boolean,
  ) => Promise<
    | { readonly kind: 'token'; readonly token: string }
    | { readonly kind: 'invalid' }
    | { readonly kind: 'failed'; readonly message: string }
  >;
};

/** A new card: the acquirer's own fields, and beside them what its issuer compares. */
export function CardForm({ payment, fields }: { readonly payment: Payment; readonly fields: CardFields }) {
  const billing = useBilling();
  const [saveCard, setSaveCard] = useState(false);
  const [tokenFailure, setTokenFailure] = useState<string | null>(null);
  const { form, focusFault } = useFaultFocus();
  const { checkout, phase } = payment;

  const makeSource = async (): Promise<PaymentSource | null> => {
    setTokenFailure(null);
    const address = billing.check();
    if (!address) {
      focusFault();
      return null;
    }
    const made = await fields.makeToken(address, saveCard);
    if (made.kind === 'failed') setTokenFailure(made.message || text('payment.fields_failed'));
    if (made.kind !== 'token') return null;
    return { confirmationToken: made.token, saveCard, billing: address };
  };
  const submit = () => {
    if (phase !== 'idle' || fields.status !== 'ready') return;
    void payment.pay(async () => {
      const source = await makeSource();
      if (source) clearBillingDraft();
      return source;
    });
  };

  return (
    <Form
      ref={form}
      onSubmit={submit}
      foot={
        <>
          {tokenFailure !== null && (
            <p className="card-form-failure" role="alert">
              {tokenFailure}
            </p>
          )}
          <PaymentFailureText payment={payment} earlier={earlierDecline(payment)} />
          <PayButton checkout={checkout} phase={phase} disabled={fields.status !== 'ready'} />
        </>
      }
    >
      <CardFrame mount={fields.mount} status={fields.status} retry={fields.retry} />
      <p className="card-form-whose">
        <Lock size={15} strokeWidth={2.2} aria-hidden="true" />
        <span>{text('enterCard.whose_fields')}</span>
      </p>
      <h2 className="heading card-form-heading">{text('enterCard.billing')}</h2>
      <BillingFields form={billing} />
      <div className="card-form-save">
        <Checkbox checked={saveCard} onChange={setSaveCard} name="saveCard">
          {text('enterCard.save')}
        </Checkbox>
      </div>
    </Form>
  );
}

function CardFrame({ mount, status, retry }: Pick<CardFields, 'mount' | 'status' | 'retry'>) {
  if (status === 'failed') {
    return <EmptyState message={text('payment.fields_failed')} action={text('ui.try_again')} onAction={retry} />;
  }
  return (
    <div className="card-frame" data-loading={status === 'loading' ? '' : undefined}>
      <div ref={mount} />
      {status === 'loading' && (
        <div className="card-frame-wait">
          <output className="unseen">{text('ui.loading')}</output>
          <Skeleton height={84} />
          <Skeleton height={84} />
        </div>
      )}
    </div>
  );
}
