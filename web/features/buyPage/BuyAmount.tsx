import '../../ui/form/field.css';
import './buyAmount.css';
import X from 'lucide-react/icons/x';
import { useId, useRef } from 'react';
import { formatFacts } from '../../i18n/errorText.ts';
import { formatDigits } from '../../i18n/formatAmount.ts';
import { getLocale, text } from '../../i18n/text.ts';
import { AmountMessage } from '../../ui/amount/AmountMessage.tsx';
import { formatFocusedAmount } from '../../ui/amount/amountInput.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldMessage } from '../../ui/form/FieldMessage.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { canBeBought, type TokenInfo } from './buyRules.ts';
import type { BuyAmountEntry } from './useBuyAmount.ts';

/** Longer than any formatted amount with its currency. */
const MAX_LENGTH = 60;

type BuyAmountProps = {
  readonly entry: BuyAmountEntry;
  /** Undefined while loading. */
  readonly info: TokenInfo | undefined;
  readonly onChange: (amount: string) => void;
  readonly onLeave: () => void;
};

/** Field "I want to buy": the amount with its symbol, the limits as placeholder and a button for the maximum. */
export function BuyAmount({ entry, info, onChange, onLeave }: BuyAmountProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { entered, fault, rules } = entry;
  const limits = info && canBeBought(info) ? info : undefined;
  const fill = (amount: string) => {
    onChange(formatFocusedAmount(amount, rules.locale));
    input.current?.focus();
  };
  return (
    <div className="field-group">
      <div className="field buy-amount" data-error={fault ? '' : undefined}>
        <label htmlFor={id}>{text('buyPage.amount')}</label>
        <div className="buy-amount-row">
          <input
            ref={input}
            id={id}
            name="amount"
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="next"
            placeholder={limits && formatRange(limits)}
            value={entered}
            maxLength={MAX_LENGTH}
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? `${id}-error` : undefined}
            onChange={(event) => onChange(event.currentTarget.value)}
            onBlur={onLeave}
          />
          {entered !== '' && (
            <IconButton
              label={text('buyPage.clear_amount')}
              icon={<X size={18} strokeWidth={2.2} aria-hidden="true" />}
              onClick={() => fill('')}
            />
          )}
          {info && <span className="buy-amount-symbol">{info.symbol}</span>}
          {limits && (
            <span className="buy-amount-most">
              <Button kind="small" onClick={() => fill(limits.maxAmount)}>
                {text('buyPage.most')}
              </Button>
            </span>
          )}
        </div>
      </div>
      {fault &&
        ('key' in fault ? (
          <FieldMessage id={`${id}-error`} icon>
            {text(fault.key, formatFacts(fault.values ?? {}))}
          </FieldMessage>
        ) : (
          <AmountMessage id={`${id}-error`} problem={fault} rules={rules} onChoose={fill} />
        ))}
    </div>
  );
}

/** Returns `0.0003~0.15`. */
function formatRange({ minAmount, maxAmount }: TokenInfo): string {
  const locale = getLocale();
  return `${formatDigits(minAmount, locale)}~${formatDigits(maxAmount, locale)}`;
}
