import './currencyPill.css';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Lock from 'lucide-react/icons/lock';
import { text } from '../../i18n/text.ts';
import { Coin } from '../picture/Picture.tsx';

type CurrencyPillProps = {
  readonly code: string;
  readonly src: string;
  /** Id of the field's label, read after the code: "EUR, You pay". */
  readonly describedBy?: string;
  readonly locked?: boolean;
  readonly onClick?: () => void;
  readonly onPointerEnter?: () => void;
};

/** Shows the currency of an amount field; opens the picker unless locked. */
export function CurrencyPill({ code, src, describedBy, locked, onClick, onPointerEnter }: CurrencyPillProps) {
  if (locked) {
    return (
      <span className="currency-pill currency-pill-locked">
        <Coin src={src} symbol={code} size={30} />
        <span>{code}</span>
        <Lock size={14} strokeWidth={2.2} aria-hidden="true" />
        <span className="unseen">{text('ui.locked')}</span>
      </span>
    );
  }
  return (
    <button
      type="button"
      className="currency-pill"
      aria-haspopup="dialog"
      aria-describedby={describedBy}
      onClick={onClick}
      onPointerEnter={onPointerEnter}
    >
      <Coin src={src} symbol={code} size={30} />
      <span>{code}</span>
      <ChevronDown size={18} strokeWidth={2.2} aria-hidden="true" />
    </button>
  );
}
