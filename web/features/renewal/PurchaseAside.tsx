import '../order/receipt.css';
import { findPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import { computeConvertedAmount, isZero } from '@slipway/money/orderFigures.ts';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { formatMethodName } from '../../i18n/methodName.ts';
import { text } from '../../i18n/text.ts';
import { AmountText } from '../../ui/amount/AmountText.tsx';
import { Note } from '../../ui/Note.tsx';
import { Card } from '../../ui/page/Page.tsx';
import { type RowItem, Rows } from '../../ui/rows/Rows.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { Crypto } from './PurchaseStrip.tsx';
import type { Quote } from './renewQuote.ts';

/** The amounts and fees of a purchase; quotes have these fields, and offers have them under other names. */
export type PurchaseTerms = Pick<
  Quote,
  | 'sendCurrency'
  | 'sendCurrencyAmount'
  | 'getCurrency'
  | 'getCurrencyAmount'
  | 'processingFee'
  | 'transNetworkFee'
  | 'feeCurrency'
>;

type PurchaseAsideProps = {
  /** Null until the first quote has arrived. */
  readonly terms: PurchaseTerms | null;
  /** No quote is coming. */
  readonly stopped: boolean;
  /** Undefined while the list is loading. */
  readonly crypto: Crypto | undefined;
  readonly payMethod: string;
  /** Name of the chosen provider; '' before one is chosen. */
  readonly provider?: string;
  /** Replaces "You get". */
  readonly receiveLabel?: string;
};

/** Second column of the screens before the order: the amounts, the fees and how the purchase is made. Desktops only. */
export function PurchaseAside({ terms, stopped, crypto, payMethod, provider = '', receiveLabel }: PurchaseAsideProps) {
  return (
    <>
      <Card>
        <div className="receipt">
          <h2>{text('purchase.title')}</h2>
          {terms && <Rows items={buildTermRows(terms, crypto, payMethod, receiveLabel)} />}
          {!terms && !stopped && <AmountsSkeleton />}
          {(terms || !stopped) && <hr />}
          <Rows
            items={[
              { label: text('edit.payment_method'), value: formatMethodName(payMethod) || null },
              { label: text('waitPayment.service'), value: provider || null },
              { label: text('confirmAddress.network'), value: crypto?.networkName ?? '' },
            ]}
          />
        </div>
      </Card>
      <Note icon={<ShieldCheck size={18} strokeWidth={1.9} aria-hidden="true" />}>{text('how.refund')}</Note>
    </>
  );
}

function buildTermRows(
  terms: PurchaseTerms,
  crypto: Crypto | undefined,
  payMethod: string,
  receiveLabel: string | undefined,
): RowItem[] {
  const { sendCurrency, sendCurrencyAmount, getCurrency, getCurrencyAmount, feeCurrency } = terms;
  const symbol = crypto?.symbol ?? getCurrency;
  const renderFee = (amount: string) =>
    isZero(amount) ? null : <AmountText amount={amount} code={feeCurrency} isDeducted />;
  const estimated = findPayMethodTraits(payMethod)?.priced === 'at_receipt';
  return [
    { label: text('order.you_pay'), value: <AmountText amount={sendCurrencyAmount} code={sendCurrency} /> },
    { label: text('edit.method_fee'), value: renderFee(terms.processingFee) },
    { label: text('edit.network_fee'), value: renderFee(terms.transNetworkFee) },
    {
      label: text('order.to_convert', { symbol }),
      value: <AmountText amount={computeConvertedAmount(terms)} code={feeCurrency} />,
      total: true,
    },
    {
      label: receiveLabel ?? text(estimated ? 'order.you_get_estimate' : 'order.you_get'),
      value: <AmountText amount={getCurrencyAmount} code={symbol} />,
      total: true,
    },
  ];
}

/** Has the height of the rows, so that the rows below do not move. */
function AmountsSkeleton() {
  return (
    <div aria-busy="true">
      <output className="unseen">{text('ui.loading')}</output>
      <Skeleton height={158} />
    </div>
  );
}
