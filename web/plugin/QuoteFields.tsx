import { type ReactNode, useId } from 'react';
import { chooseShownAmounts, computeQuoteFigures } from '../features/quote/computeQuoteFigures.ts';
import type { QuoteLocks } from '../features/quote/link/quoteQuery.ts';
import type { Inquiry, QuoteState, Side } from '../features/quote/quoteReducer.ts';
import type { FieldRefusal, PayCurrency, ReceiveCurrency } from '../features/quote/quoteRules.ts';
import { type TrackedStep, track } from '../features/tracking/track.ts';
import { errorText, formatFacts } from '../i18n/errorText.ts';
import { formatAmount } from '../i18n/formatAmount.ts';
import { getLocale, text } from '../i18n/text.ts';
import { AmountField } from '../ui/amount/AmountField.tsx';
import type { EditState } from '../ui/amount/amountInput.ts';
import { Button } from '../ui/Button.tsx';
import { CurrencySelect } from './CurrencySelect.tsx';
import { buildPayChoices, buildReceiveChoices } from './currencyChoices.ts';

const PAY_DECIMALS = 2;

type QuoteFieldsProps = {
  readonly state: QuoteState;
  /** Undefined while loading. */
  readonly pays: readonly PayCurrency[] | undefined;
  readonly receives: readonly ReceiveCurrency[] | undefined;
  readonly locked: QuoteLocks;
  /** An amount is being typed: the other one is from the previous quote. */
  readonly stale: boolean;
  readonly onChange: (changed: Partial<Inquiry>) => void;
  readonly onEditing: (side: Side, editing: EditState) => void;
};

/** Fields for both amounts with their currencies. */
export function QuoteFields(props: QuoteFieldsProps) {
  const { state, pays, receives, locked, stale, onChange, onEditing } = props;
  const payLabel = useId();
  const receiveLabel = useId();
  const figures = computeQuoteFigures(state, undefined);
  const amounts = chooseShownAmounts(state, figures);
  const { inquiry } = state;
  const pay = pays?.find(({ currency }) => currency === inquiry?.sendCurrency);
  const receive = receives?.find(({ currency }) => currency === inquiry?.getCurrency);
  const refusal = state.status === 'refused' ? state.refusal : null;
  const asking = state.status === 'loading' ? state.inquiry.side : null;
  const trackChange = (step: TrackedStep, changed: Partial<Inquiry>) => {
    track(step, { ...inquiry, ...changed });
    onChange(changed);
  };
  const message = refusal && <RefusalText refusal={refusal} onRetry={() => onChange({})} />;
  const lists = { popularLabel: text('ui.popular'), otherLabel: text('plugin.other_currencies') };
  return (
    <>
      <Half fault={refusal?.place === 'pay'} stale={stale}>
        <AmountField
          label={text('edit.you_pay')}
          labelId={payLabel}
          value={amounts.pay}
          decimals={pay?.decimals ?? PAY_DECIMALS}
          code={pay?.currency ?? ''}
          loading={inquiry === null || asking === 'Get'}
          locked={locked.payAmount}
          error={refusal?.place === 'pay' ? message : undefined}
          onEditing={(editing) => onEditing('Pay', editing)}
          onCommit={(amount) => trackChange('inputPayAmount', { side: 'Pay', amount })}
          currency={
            <CurrencySelect
              {...lists}
              label={text('plugin.pay_currency')}
              choices={buildPayChoices(pays ?? [])}
              selected={pay?.currency ?? ''}
              locked={locked.payCurrency}
              onSelect={(sendCurrency) => trackChange('selectPayCurrency', { sendCurrency })}
            />
          }
        />
      </Half>
      <Half fault={refusal?.place === 'receive'} stale={stale}>
        <AmountField
          label={text('edit.you_get')}
          labelId={receiveLabel}
          value={amounts.receive}
          decimals={receive?.decimals}
          code={receive?.symbol ?? ''}
          loading={inquiry === null || asking === 'Pay'}
          locked={locked.receiveAmount}
          error={refusal?.place === 'receive' ? message : undefined}
          onEditing={(editing) => onEditing('Get', editing)}
          onCommit={(amount) => trackChange('inputGetAmount', { side: 'Get', amount })}
          currency={
            <CurrencySelect
              {...lists}
              label={text('plugin.receive_currency')}
              choices={buildReceiveChoices(receives ?? [])}
              selected={receive?.currency ?? ''}
              locked={locked.receiveCurrency}
              onSelect={(getCurrency) => trackChange('selectGetCurrency', { getCurrency })}
            />
          }
        />
      </Half>
      <p className="unseen" aria-live="polite">
        {figures &&
          receive &&
          text('edit.quote_updated', { amount: formatAmount(figures.receive, receive.symbol, getLocale()) })}
      </p>
    </>
  );
}

type HalfProps = { readonly fault: boolean; readonly stale: boolean; readonly children: ReactNode };

function Half({ fault, stale, children }: HalfProps) {
  return (
    <div className="plugin-half" data-fault={fault ? '' : undefined} data-stale={stale ? '' : undefined}>
      {children}
    </div>
  );
}

/** Shows the server's or our own error text, as on Edit, with a retry if that may help. */
function RefusalText({ refusal, onRetry }: { readonly refusal: FieldRefusal; readonly onRetry: () => void }) {
  const { message } = refusal;
  return (
    <>
      {'key' in message ? text(message.key, formatFacts(message.values ?? {})) : errorText(message.error)}
      {refusal.retryable && (
        <>
          {' '}
          <Button kind="link" onClick={onRetry}>
            {text('ui.try_again')}
          </Button>
        </>
      )}
    </>
  );
}
