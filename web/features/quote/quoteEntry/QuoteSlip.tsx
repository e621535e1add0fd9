import { useId } from 'react';
import { errorText, formatFacts } from '../../../i18n/errorText.ts';
import { formatPercent } from '../../../i18n/formatAmount.ts';
import { RichText } from '../../../i18n/RichText.tsx';
import { getLocale, text } from '../../../i18n/text.ts';
import { AmountField } from '../../../ui/amount/AmountField.tsx';
import { AmountText } from '../../../ui/amount/AmountText.tsx';
import type { EditState } from '../../../ui/amount/amountInput.ts';
import { CurrencyPill } from '../../../ui/amount/CurrencyPill.tsx';
import { Slip, Waterline } from '../../../ui/amount/Slip.tsx';
import { takeTypedAhead } from '../../../ui/amount/typedAhead.ts';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { chooseShownAmounts, formatRate, type QuoteFigures } from '../computeQuoteFigures.ts';
import type { QuoteLocks } from '../link/quoteQuery.ts';
import { QUOTE_LIFETIME_SECONDS } from '../quoteLifetime.ts';
import type { QuoteState, Side } from '../quoteReducer.ts';
import type { FieldMessage, PayCurrency, ReceiveCurrency } from '../quoteRules.ts';

const PAY_DECIMALS = 2;
/** Shown until the currencies are loaded. */
const PILL_SKELETON = <Skeleton width={112} height={44} round />;

type QuoteSlipProps = {
  readonly state: QuoteState;
  readonly figures: QuoteFigures | null;
  /** Amount typed before the first quote request; '' for none. */
  readonly enteredEarly: string;
  /** An amount is being typed: the other amount and the rate are from the previous quote. */
  readonly stale: boolean;
  readonly pay: PayCurrency | undefined;
  readonly receive: ReceiveCurrency | undefined;
  readonly locked: QuoteLocks;
  readonly onAmount: (side: Side, amount: string) => void;
  readonly onEditing: (side: Side, editing: EditState) => void;
  readonly onPickPay: () => void;
  readonly onPickReceive: () => void;
  readonly onRetry: () => void;
  /** Called when the picker is likely to be opened, to preload it. */
  readonly onNearPicker: () => void;
};

/** Shows both amounts of the quote with their currencies, separated by the waterline. */
export function QuoteSlip(props: QuoteSlipProps) {
  const { state, figures, stale, pay, receive, locked, onAmount, onEditing, onPickPay, onPickReceive, onNearPicker } =
    props;
  const payLabel = useId();
  const receiveLabel = useId();
  const amounts = chooseShownAmounts(state, figures);
  const refusal = state.status === 'refused' ? state.refusal : null;
  const { inquiry } = state;
  const asking = state.status === 'loading' ? state.inquiry.side : null;
  const message = refusal && (
    <>
      {formatMessage(refusal.message)}
      {refusal.retryable && (
        <>
          {' '}
          <Button kind="link" onClick={props.onRetry}>
            {text('ui.try_again')}
          </Button>
        </>
      )}
    </>
  );
  return (
    <Slip
      fault={refusal?.place}
      stale={stale}
      pay={
        <AmountField
          label={text('edit.you_pay')}
          labelId={payLabel}
          value={inquiry ? amounts.pay : props.enteredEarly}
          decimals={pay?.decimals ?? PAY_DECIMALS}
          code={pay?.currency ?? ''}
          loading={asking === 'Get'}
          locked={locked.payAmount}
          takeTyped={takeTypedAhead}
          error={refusal?.place === 'pay' ? message : undefined}
          onEditing={(editing) => onEditing('Pay', editing)}
          onCommit={(amount) => onAmount('Pay', amount)}
          currency={
            inquiry ? (
              <CurrencyPill
                code={pay?.currency ?? '…'}
                src={pay?.imgUrl ?? ''}
                locked={locked.payCurrency}
                describedBy={payLabel}
                onClick={onPickPay}
                onPointerEnter={onNearPicker}
              />
            ) : (
              PILL_SKELETON
            )
          }
        />
      }
      waterline={
        <Waterline share={state.status === 'live' && !stale ? state.secondsLeft / QUOTE_LIFETIME_SECONDS : null}>
          {figures && receive && pay && (
            <>
              <RichText
                of="edit.rate"
                with={{
                  symbol: receive.symbol,
                  price: (
                    <b>
                      <AmountText amount={formatRate(figures.price, pay.currency)} code={pay.currency} />
                    </b>
                  ),
                }}
              />
              <span className="unseen">
                {text('edit.rate_against_market', {
                  percent: formatPercent(figures.marketDifference, getLocale()),
                })}
              </span>
            </>
          )}
        </Waterline>
      }
      receive={
        <AmountField
          label={text('edit.you_get')}
          labelId={receiveLabel}
          value={amounts.receive}
          decimals={receive?.decimals}
          code={receive?.symbol ?? ''}
          loading={asking === 'Pay' || !inquiry}
          locked={locked.receiveAmount}
          error={refusal?.place === 'receive' ? message : undefined}
          onEditing={(editing) => onEditing('Get', editing)}
          onCommit={(amount) => onAmount('Get', amount)}
          currency={
            inquiry ? (
              <CurrencyPill
                code={receive?.symbol ?? '…'}
                src={receive?.imgUrl ?? ''}
                locked={locked.receiveCurrency}
                describedBy={receiveLabel}
                onClick={onPickReceive}
                onPointerEnter={onNearPicker}
              />
            ) : (
              PILL_SKELETON
            )
          }
        />
      }
    />
  );
}

function formatMessage(message: FieldMessage): string {
  return 'key' in message ? text(message.key, formatFacts(message.values ?? {})) : errorText(message.error);
}
