import '../../ui/field.css';
import './buyAmount.css';
import X from 'lucide-react/icons/x';
import { type ClipboardEvent, useId, useRef } from 'react';
import { formatDigits } from '../../i18n/formatAmount.ts';
import { currentLocale, text } from '../../i18n/text.ts';
import { editedAmount, pastedAmount, typedAmount } from '../../ui/amountInput.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldMessage } from '../../ui/FieldMessage.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { canBeBought, type TokenInfo } from './buyRules.ts';

/** Until the crypto is known. */
const DEFAULT_DECIMALS = 8;

type BuyAmountProps = {
  readonly value: string;
  /** Undefined while it is on its way. */
  readonly info: TokenInfo | undefined;
  readonly error: string | undefined;
  readonly onChange: (amount: string) => void;
  readonly onLeave: () => void;
};

/** "I want to buy": the amount with its symbol, its limits as the placeholder, and the most in one press. */
export function BuyAmount({ value, info, error, onChange, onLeave }: BuyAmountProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const decimals = info?.decimals ?? DEFAULT_DECIMALS;
  const limits = info && canBeBought(info) ? info : undefined;
  const fill = (amount: string) => {
    onChange(amount);
    input.current?.focus();
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    if (selectionStart !== 0 || selectionEnd !== value.length) return;
    event.preventDefault();
    onChange(pastedAmount(event.clipboardData.getData('text'), decimals));
  };
  return (
    <div className="field-group">
      <div className="field buy-amount" data-error={error ? '' : undefined}>
        <label htmlFor={id}>{text('buyPage.amount')}</label>
        {limits && (
          <span className="buy-amount-most">
            <Button kind="small" onClick={() => fill(limits.maxAmount)}>
              {text('buyPage.most')}
            </Button>
          </span>
        )}
        <div className="buy-amount-row">
          <input
            ref={input}
            id={id}
            name="amount"
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="next"
            placeholder={limits && rangeText(limits)}
            value={editedAmount(value, currentLocale())}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={(event) => onChange(typedAmount(event.currentTarget.value, decimals))}
            onPaste={paste}
            onBlur={onLeave}
          />
          {value !== '' && (
            <IconButton
              label={text('buyPage.clear_amount')}
              icon={<X size={18} strokeWidth={2.2} aria-hidden="true" />}
              onClick={() => fill('')}
            />
          )}
          {info && <span className="buy-amount-symbol">{info.symbol}</span>}
        </div>
      </div>
      {error && (
        <FieldMessage id={`${id}-error`} icon>
          {error}
        </FieldMessage>
      )}
    </div>
  );
}

/** `0.0003~0.15` */
function rangeText({ minAmount, maxAmount }: TokenInfo): string {
  const locale = currentLocale();
  return `${formatDigits(minAmount, locale)}~${formatDigits(maxAmount, locale)}`;
}
