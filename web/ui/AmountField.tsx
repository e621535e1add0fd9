import './amountField.css';
import { type ReactNode, type RefObject, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { currentLocale, text } from '../i18n/text.ts';
import { AmountMessage } from './AmountMessage.tsx';
import {
  amountSize,
  type Editing,
  editedAmount,
  editedPlace,
  isSameFigure,
  restingAmount,
  settledAmount,
} from './amountInput.ts';
import { FieldMessage } from './FieldMessage.tsx';
import { type AmountRules, readAmount } from './readAmount.ts';
import type { TypedAhead } from './typedAhead.ts';

const DEFAULT_DECIMALS = 8;
const LEAST_FONT_PX = 13;
/** More than any amount with its groups and its currency. */
const MAX_LENGTH = 60;

type AmountFieldProps = {
  readonly label: string;
  /** The settled amount. What is being typed, or was refused, stays in the field until it is an amount. */
  readonly value: string;
  /** Called when the field is left, and only when the amount changed since it was entered. */
  readonly onCommit: (amount: string) => void;
  /** The amount has begun to be changed, or was left. */
  readonly onEditing?: (editing: Editing) => void;
  readonly decimals?: number;
  /** The currency's code; '' while it is not known. */
  readonly code: string;
  readonly error?: ReactNode;
  /** The other side is being quoted: the figure is gone, the field read-only. */
  readonly loading?: boolean;
  readonly locked?: boolean;
  /** What was typed into the drawn field before the app came, read once. */
  readonly takeTyped?: (() => TypedAhead | null) | undefined;
  /** Id for the label, which also describes the currency pill. */
  readonly labelId: string;
  /** The currency pill. */
  readonly currency: ReactNode;
};

/** An amount with its currency, the largest figures of the screen. */
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
  const [early] = useState(() => {
    // Taken in any case: it is no other field's.
    const typedAhead = takeTyped?.() ?? null;
    return locked ? null : typedAhead;
  });
  const locale = currentLocale();
  const rules: AmountRules = { locale, decimals, code };
  // A field that has the focus shows what was typed: what it means is read when it is left.
  const earlyRead = early && !early.focused ? readAmount(early.text, rules) : null;
  const [typed, setTyped] = useState<string | null>(
    early && early.text !== '' && earlyRead?.kind !== 'amount' ? early.text : null,
  );
  const [entered, setEntered] = useState<string | null>(early?.focused ? '' : null);
  const inputRef = useRef<HTMLInputElement>(null);
  // A quote that says the same figure with other zeros must not move the caret in a field that has the focus, nor may any
  // come under it in an empty one.
  const keepsEntered = entered !== null && (entered === '' || isSameFigure(entered, value));
  const plain = keepsEntered ? entered : value;
  // Grouped for reading; with the focus the figure has no groups, to change it or to copy it.
  const written = entered === null ? restingAmount : editedAmount;
  const shown = loading ? '' : (typed ?? written(plain, locale));
  useFittingFont(inputRef, shown);
  const read = entered === null && typed !== null && !loading ? readAmount(typed, rules) : undefined;
  const problem = read && read.kind !== 'amount' ? read : undefined;

  const change = (next: string) => {
    setTyped(next);
    onEditing?.('typing');
  };
  const commit = (amount: string, former: string) => {
    if (amount !== settledAmount(former)) onCommit(amount);
    setTyped(null);
    onEditing?.(false);
  };
  const settle = (before: string) => {
    setEntered(null);
    const meant = typed === null ? undefined : readAmount(typed, rules);
    if (meant === undefined) onEditing?.(false);
    else if (meant.kind === 'amount') commit(meant.amount, before);
    else onEditing?.('unreadable');
  };
  const takeOver = useEffectEvent(() => {
    if (early?.focused) inputRef.current?.focus();
    if (typed !== null) onEditing?.(early?.focused ? 'typing' : 'unreadable');
    else if (earlyRead?.kind === 'amount' && earlyRead.amount !== '') onCommit(earlyRead.amount);
  });
  useLayoutEffect(() => takeOver(), []);
  // The other amount was entered in place of this one.
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
            data-size={amountSize(shown)}
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
            onBlur={() => settle(entered ?? '')}
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
 * Takes the groups out before the next drawing would, which drops the selection: the Tab key selects the content once the focus
 * has come, a program with the focus, and what is typed then takes its place. A pointer sets its caret after that.
 */
function ungroup(input: HTMLInputElement, plain: string): void {
  const locale = currentLocale();
  const { value: resting, selectionStart, selectionEnd } = input;
  const edited = editedAmount(plain, locale);
  if (edited === resting) return;
  const place = (at: number | null) => editedPlace(at ?? resting.length, resting, locale);
  input.value = edited;
  input.setSelectionRange(place(selectionStart), place(selectionEnd));
}

/**
 * The size classes suit common widths; a figure that still does not fit is measured and set smaller. Measuring lays the whole page
 * out: only when the figure, its room or its font has changed.
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
  element.style.fontSize = `${Math.max(LEAST_FONT_PX, fitting)}px`;
}
