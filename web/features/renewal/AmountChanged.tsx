import './amountChanged.css';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { RichText } from '../../i18n/RichText.tsx';
import { type TextKey, text } from '../../i18n/text.ts';
import { AmountText } from '../../ui/amount/AmountText.tsx';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/overlay/Sheet.tsx';
import { type AmountChange, computeAmountChange } from './amountChange.ts';
import type { ShownAmounts } from './renewQuote.ts';

const SENTENCES: Readonly<Record<AmountChange['kind'], TextKey>> = {
  get_less: 'amountChanged.get_less',
  get_more: 'amountChanged.get_more',
  pay_less: 'amountChanged.pay_less',
  pay_more: 'amountChanged.pay_more',
};

type AmountChangedProps = {
  /** Amounts last shown to the buyer. */
  readonly old: ShownAmounts;
  readonly new: ShownAmounts;
  /** Symbol of the crypto; some API ids also contain the network. */
  readonly symbol: string;
  /** The order is being created. */
  readonly working?: boolean;
  readonly onAgree: () => void;
  readonly onCancel: () => void;
};

/** Asks the buyer to agree to a changed amount before the order is created. Mount it only in that case. */
export function AmountChanged({ old, new: renewed, symbol, working, onAgree, onCancel }: AmountChangedProps) {
  const change = computeAmountChange(old, renewed);
  const isReceivedAmount = change.kind.startsWith('get');
  const renderAmount = (amount: string) => (
    <AmountText amount={amount} code={isReceivedAmount ? symbol : renewed.sendCurrency} />
  );
  const unchangedAmount = isReceivedAmount ? (
    <AmountText amount={renewed.sendCurrencyAmount} code={renewed.sendCurrency} />
  ) : (
    <AmountText amount={renewed.getCurrencyAmount} code={symbol} />
  );
  return (
    <Sheet open onClose={onCancel} title={text('amountChanged.title')}>
      <div className="sheet-body">
        <p className="hint">
          <RichText
            of={SENTENCES[change.kind]}
            with={{ difference: renderAmount(change.difference), amount: unchangedAmount }}
          />
        </p>
        <dl className="amount-changed">
          <div>
            <dt>{text('amountChanged.before')}</dt>
            <dd className="amount-changed-old">{renderAmount(change.before)}</dd>
          </div>
          <ArrowRight size={20} strokeWidth={2.1} aria-hidden="true" />
          <div>
            <dt>{text('amountChanged.now')}</dt>
            <dd>{renderAmount(change.now)}</dd>
          </div>
        </dl>
        <div className="sheet-acts">
          <Button kind="ghost" onClick={onCancel}>
            {text('amountChanged.cancel')}
          </Button>
          <Button working={working ?? false} onClick={onAgree}>
            <span>
              <RichText of="amountChanged.accept" with={{ amount: renderAmount(change.now) }} />
            </span>
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
