import './languageSamples.css';
import { type ReactNode, useId } from 'react';
import { getServerTime } from '../../api/serverClock.ts';
import { formatFacts } from '../../i18n/errorText.ts';
import { formatPercent } from '../../i18n/formatAmount.ts';
import { formatDate } from '../../i18n/formatDate.ts';
import { formatDeadline } from '../../i18n/formatDeadline.ts';
import { formatTime } from '../../i18n/formatTime.ts';
import { formatCurrencyName } from '../../i18n/names.ts';
import { RichText } from '../../i18n/RichText.tsx';
import { findText, text } from '../../i18n/text.ts';
import { ShortAddress } from '../../ui/address/AddressGroups.tsx';
import { AmountText } from '../../ui/amount/AmountText.tsx';
import { FieldMessage } from '../../ui/form/FieldMessage.tsx';
import { Card } from '../../ui/page/Page.tsx';
import { type RowItem, Rows } from '../../ui/rows/Rows.tsx';
import { findPluralSamples } from './findPluralSamples.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const SAMPLE_ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

/** Samples with different numbers of decimals. */
const amounts = [
  { code: 'JPY', amount: '1234567' },
  { code: 'EUR', amount: '58629.66' },
  { code: 'KWD', amount: '1234.567' },
  { code: 'BTC', amount: '0.00153407' },
] as const;

/** Shows amounts, times, counts and sentences in the current language. */
export function LanguageSamples({ locale }: { readonly locale: string }) {
  return (
    <>
      <Sample title={text('demoLang.amounts')}>
        <Rows items={buildAmountRows(locale)} />
      </Sample>
      <Sample title={text('demoLang.times')}>
        <Rows items={buildTimeRows(locale)} />
      </Sample>
      <Sample title={text('demoLang.plurals')}>
        <Rows items={buildPluralRows(locale)} />
      </Sample>
      <Sample title={text('demoLang.sentences')}>
        <Sentences />
      </Sample>
    </>
  );
}

function Sample({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card>
      <div className="language-sample">
        <h2>{title}</h2>
        {children}
      </div>
    </Card>
  );
}

function buildAmountRows(locale: string): RowItem[] {
  return [
    ...amounts.map(({ code, amount }) => ({
      label: findText(`coin.${code}`) ?? formatCurrencyName(code, code),
      value: <AmountText amount={amount} code={code} />,
    })),
    { label: text('edit.method_fee'), value: <AmountText amount="2.75" code="EUR" isDeducted /> },
    { label: text('edit.against_market'), value: <span className="num">{formatPercent('+0.62', locale)}</span> },
  ];
}

function buildTimeRows(locale: string): RowItem[] {
  const now = new Date(getServerTime());
  const later = new Date(now.getTime() + 3 * DAY_MS);
  return [
    { label: text('demoLang.date'), value: formatDate(now, locale) },
    { label: text('demoLang.time'), value: formatTime(now, locale, 'seconds') },
    { label: text('demoLang.other_day'), value: formatTime(later, locale, 'minutes') },
    { label: text('demoLang.deadline'), value: formatDeadline(later, locale) },
    { label: text('demoLang.waiting'), value: text('payment.left_days', { days: 2, hours: 11 }) },
    { label: text('demoLang.last_minutes'), value: text('payment.left_minutes', { minutes: 3 }) },
    { label: text('demoLang.countdown'), value: <span className="num">{text('ui.seconds', { seconds: 42 })}</span> },
  ];
}

function buildPluralRows(locale: string): RowItem[] {
  return findPluralSamples(locale).map(({ form, count }) => ({
    label: (
      <span className="mono" translate="no">
        {form}
      </span>
    ),
    value: text('selectOffer.missing', { count }),
  }));
}

function Sentences() {
  const errorId = useId();
  const facts = { cost: '12500.00', minimum: '20.00', maximum: '10000.00', symbol: 'EUR' };
  return (
    <div className="language-sentences">
      <p>
        <RichText
          of="demoLang.sentence"
          with={{
            pay: <AmountText amount="100.00" code="EUR" />,
            get: <AmountText amount="0.03174201" code="ETH" />,
            address: <ShortAddress address={SAMPLE_ADDRESS} />,
          }}
        />
      </p>
      <p className="language-sentences-long">{text('settings.log_out_everywhere_explained')}</p>
      <FieldMessage id={errorId} icon>
        {text('error.pay_limits_exceeded', formatFacts(facts))}
      </FieldMessage>
    </div>
  );
}
