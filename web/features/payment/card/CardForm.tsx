import './cardForm.css';
import Lock from 'lucide-react/icons/lock';
import { useRef, useState } from 'react';
import { text } from '../../../i18n/text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { useFaultFocus } from '../../../ui/form/useFaultFocus.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { DeclineNote } from '../DeclineNote.tsx';
import { findLastDecline } from '../findLastDecline.ts';
import { HoldNotice } from '../HoldNotice.tsx';
import { PaymentFailureText } from '../PaymentFailureText.tsx';
import type { Payment, PaymentSource } from '../usePayment.ts';
import { BillingFields } from './BillingFields.tsx';
import { type Billing, clearBillingDraft } from './billingForm.ts';
import { PayButton } from './PayButton.tsx';
import { type BillingForm, useBilling } from './useBilling.ts';

type CardRefusal = { readonly kind: 'invalid' } | { readonly kind: 'failed'; readonly message: string };

/** Interface to the acquirer's card fields, which run in a frame of the acquirer's origin. */
type CardFields = {
  readonly mount: (container: HTMLElement | null) => void;
  readonly status: 'loading' | 'ready' | 'failed';
  readonly retry: () => void;
  readonly check: (saveCard: boolean) => Promise<CardRefusal | null>;
  readonly makeToken: (billing: Billing) => Promise<{ readonly kind: 'token'; readonly token: string } | CardRefusal>;
  readonly focus: () => void;
};

/** Returns a `makeSource` that turns the card and billing address into a payment source, once per press of Pay. */
function useCardSource(fields: CardFields, billing: BillingForm, saveCard: boolean) {
  const [failure, setFailure] = useState<string | null>(null);
  const { form, focusFault } = useFaultFocus();
  const frame = useRef<HTMLDivElement>(null);

  const refuse = (refusal: CardRefusal): null => {
    if (refusal.kind === 'failed') setFailure(refusal.message || text('payment.fields_failed'));
    else {
      frame.current?.scrollIntoView({ block: 'nearest' });
      // The acquirer may already have focused the invalid field.
      if (!frame.current?.contains(document.activeElement)) fields.focus();
    }
    return null;
  };
  /** Validates card and address together so that all errors appear at once; focuses the first one from the top. */
  const makeSource = async (): Promise<PaymentSource | null> => {
    setFailure(null);
    const address = billing.check();
    const refusal = await fields.check(saveCard);
    if (refusal) return refuse(refusal);
    if (!address) {
      focusFault();
      return null;
    }
    const made = await fields.makeToken(address);
    if (made.kind !== 'token') return refuse(made);
    return { confirmationToken: made.token, saveCard, billing: address };
  };
  return { form, frame, failure, makeSource };
}

/** Form for a new card: the acquirer's card fields and the billing address, which the issuer verifies. */
export function CardForm({ payment, fields }: { readonly payment: Payment; readonly fields: CardFields }) {
  const billing = useBilling();
  const [saveCard, setSaveCard] = useState(false);
  const { form, frame, failure, makeSource } = useCardSource(fields, billing, saveCard);
  const { checkout, phase } = payment;

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
          <HoldNotice />
          {failure !== null && (
            <FieldMessage id="card-failure" icon>
              {failure}
            </FieldMessage>
          )}
          <PaymentFailureText payment={payment} />
          <PayButton checkout={checkout} phase={phase} disabled={fields.status !== 'ready'} />
        </>
      }
    >
      <DeclineNote payment={payment} earlier={findLastDecline(payment)} />
      <div ref={frame}>
        <CardFrame mount={fields.mount} status={fields.status} retry={fields.retry} />
      </div>
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
          <Skeleton height={119} />
        </div>
      )}
    </div>
  );
}
