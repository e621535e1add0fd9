import './amountField.css';
import { type ReactNode, type RefObject, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { getLocale, text } from '../../i18n/text.ts';
import { FieldMessage } from '../form/FieldMessage.tsx';
import { AmountMessage } from './AmountMessage.tsx';
import {
  chooseAmountSize,
  type EditState,
  formatFocusedAmount,
  formatUnfocusedAmount,
  isEqualAmount,
  mapCaretPosition,
  normalizeAmount,
} from './amountInput.ts';
import { type AmountRules, DEFAULT_DECIMALS, readAmount } from './readAmount.ts';
import type { TypedAhead } from './typedAhead.ts';

const MIN_FONT_PX = 13;
/** Longer than any formatted amount with its currency. */
const MAX_LENGTH = 60;

type AmountFieldProps = {
  readonly label: string;
  /** The committed amount. Text that is being typed, or is not an amount, stays in the field. */
  readonly value: string;
  /** Called with a changed amount: on blur, when the buyer chooses between two readings, and for input from before the load. */
  readonly onCommit: (amount: string) => void;
  /** Called when editing of the amount starts or ends. */
  readonly onEditing?: (editing: EditState) => void;
  /** Undefined while the currency is unknown. */
  readonly decimals: number | undefined;
  /** Currency code; '' while unknown. */
  readonly code: string;
  readonly error?: ReactNode;
  /** The other side is being quoted: the field is empty and read-only. */
  readonly loading?: boolean;
  readonly locked?: boolean;
  /** Returns, once, what was typed into the prerendered field before the app loaded. */
  readonly takeTyped?: (() => TypedAhead | null) | undefined;
  /** Id of the label, which also describes the currency pill. */
  readonly labelId: string;
  /** The currency pill. */
  readonly currency: ReactNode;
};

/** Field for an amount with its currency, in the largest type on the screen. */
export function AmountField(props: AmountFieldProps) {
  const {
    label,
    value,
    onCommit,
    onEditing,
    decimals = DEFAULT_DECIMALS,
    code,
    error,
    loading,
    locked,
    takeTyped,
    labelId,
    currency,
  } = props;
  const id = useId();
  const [typedEarly] = useState(() => {
    // Always consume it: it belongs to no other field.
    const typedAhead = takeTyped?.() ?? null;
    return locked ? null : typedAhead;
  });
  const locale = getLocale();
  const rules: AmountRules = { locale, decimals, code };
  // A focused field shows the raw text, which is parsed on blur.
  const earlyAmount = typedEarly && !typedEarly.focused ? readAmount(typedEarly.text, rules) : null;
  const [typed, setTyped] = useState<string | null>(
    typedEarly && typedEarly.text !== '' && earlyAmount?.kind !== 'amount' ? typedEarly.text : null,
  );
  const [entered, setEntered] = useState<string | null>(typedEarly?.focused ? '' : null);
  const inputRef = useRef<HTMLInputElement>(null);
  // A quote with the same value but other zeros must not move the caret of a focused field, and an emptied field must
  // stay empty.
  const showsEntered = entered !== null && (entered === '' || isEqualAmount(entered, value));
  const plain = showsEntered ? entered : value;
  // Grouped when not focused; without grouping while focused, for editing and copying.
  const formatShown = entered === null ? formatUnfocusedAmount : formatFocusedAmount;
  const shown = loading ? '' : (typed ?? formatShown(plain, locale));
  useFittingFont(inputRef, shown);
  const read = entered === null && typed !== null && !loading ? readAmount(typed, rules) : undefined;
  const problem = read && read.kind !== 'amount' ? read : undefined;

  const change = (next: string) => {
    setTyped(next);
    onEditing?.('typing');
  };
  const commit = (amount: string, previous: string) => {
    if (amount !== normalizeAmount(previous)) onCommit(amount);
    setTyped(null);
    onEditing?.(false);
  };
  const finishEditing = (before: string) => {
    setEntered(null);
    const parsed = typed === null ? undefined : readAmount(typed, rules);
    if (parsed === undefined) onEditing?.(false);
    else if (parsed.kind === 'amount') commit(parsed.amount, before);
    else onEditing?.('unreadable');
  };
  const applyTypedEarly = useEffectEvent(() => {
    if (typedEarly?.focused) inputRef.current?.focus();
    if (typed !== null) onEditing?.(typedEarly?.focused ? 'typing' : 'unreadable');
    else if (earlyAmount?.kind === 'amount' && earlyAmount.amount !== '') onCommit(earlyAmount.amount);
  });
  useLayoutEffect(() => applyTypedEarly(), []);
  // The other amount was entered instead of this one.
  if (loading && typed !== null && entered === null) setTyped(null);

  return (
    <div className="amount-field" data-error={error || problem ? '' : undefined}>
      <label id={labelId} htmlFor={id}>
        {label}
      </label>
      <div className="amount-field-row">
        <div className="amount-field-figure">
          <input
            ref={inputRef}
            id={id}
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            placeholder={loading ? '' : '0'}
            data-size={chooseAmountSize(shown)}
            value={shown}
            readOnly={loading || locked}
            aria-busy={loading || undefined}
            aria-invalid={error || problem ? true : undefined}
            aria-describedby={error || problem ? `${id}-error` : undefined}
            onFocus={(event) => {
              const input = event.currentTarget;
              if (typed === null) queueMicrotask(() => ungroup(input, plain));
              setEntered(value);
            }}
            maxLength={MAX_LENGTH}
            onChange={(event) => change(event.currentTarget.value)}
            onBlur={() => finishEditing(entered ?? '')}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.currentTarget.blur();
            }}
          />
          {loading && (
            <span className="amount-field-skeleton">
              <span className="unseen">{text('ui.loading')}</span>
            </span>
          )}
        </div>
        {currency}
      </div>
      {problem ? (
        <AmountMessage
          id={`${id}-error`}
          problem={problem}
          rules={rules}
          onChoose={(amount) => commit(amount, value)}
        />
      ) : (
        error && (
          <FieldMessage id={`${id}-error`} icon>
            {error}
          </FieldMessage>
        )
      )}
    </div>
  );
}

/**
 * Removes the grouping on focus before React re-renders, which would drop the selection. Maps the selection to the new text:
 * after Tab it contains the whole amount, so that typing replaces it. A pointer sets its caret afterwards.
 */
function ungroup(input: HTMLInputElement, plain: string): void {
  const locale = getLocale();
  const { value: grouped, selectionStart, selectionEnd } = input;
  const edited = formatFocusedAmount(plain, locale);
  if (edited === grouped) return;
  const place = (at: number | null) => mapCaretPosition(at ?? grouped.length, grouped, locale);
  input.value = edited;
  input.setSelectionRange(place(selectionStart), place(selectionEnd));
}

/**
 * Shrinks the font of an amount that does not fit despite the size classes for common widths. Measuring forces a layout
 * of the whole page, so it runs only when the amount, its width or the font changes.
 */
function useFittingFont(inputRef: RefObject<HTMLInputElement | null>, figure: string): void {
  useLayoutEffect(() => {
    const element = inputRef.current;
    if (!element) return undefined;
    const fit = () => fitFont(element);
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    document.fonts.addEventListener('loadingdone', fit);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', fit);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what is measured has the figure in it
  }, [inputRef, figure]);
}

function fitFont(element: HTMLInputElement): void {
  element.style.fontSize = '';
  if (element.scrollWidth <= element.clientWidth || element.clientWidth === 0) return;
  const size = Number.parseFloat(getComputedStyle(element).fontSize);
  const fitting = Math.floor((size * element.clientWidth) / element.scrollWidth);
  element.style.fontSize = `${Math.max(MIN_FONT_PX, fitting)}px`;
}
