import './marketFrame.css';
import './marketPrice.css';
import type { CallData } from '@slipway/contract/calls.ts';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import type { CSSProperties } from 'react';
import { call } from '../../api/call.ts';
import { useLoaded } from '../../api/useLoaded.ts';
import { formatAmount, formatDigits, formatPercent } from '../../i18n/formatAmount.ts';
import { formatTime } from '../../i18n/formatTime.ts';
import { currentLocale, text } from '../../i18n/text.ts';
import { AmountText } from '../../ui/AmountText.tsx';
import { Coin } from '../../ui/Picture.tsx';
import { shownRate } from '../quote/quoteFigures.ts';
import { MarketSkeleton } from './MarketSkeleton.tsx';
import { type PriceLine, priceLine } from './priceLine.ts';

export type Market = {
  readonly crypto: {
    readonly currency: string;
    readonly symbol: string;
    readonly name: string;
    readonly imgUrl: string;
  };
  readonly payCurrency: string;
  /** Another number asks again: the price keeps step with the quotes. */
  readonly round: number;
};

/** The viewBox; the drawing is stretched to the column. */
const WIDTH = 470;
const HEIGHT = 140;

/** What the market says, apart from any quote: the price, the day's change and its line. Nothing where it is not known. */
export function MarketPrice({ crypto, payCurrency, round }: Market) {
  const key = `currencyPrice ${crypto.currency} ${payCurrency} ${round}`;
  const { data, failed } = useLoaded(key, (signal) =>
    call('currencyPrice', { currency: crypto.currency, sendCurrency: payCurrency }, { signal }),
  );
  if (failed) return null;
  if (data?.currency !== crypto.currency || data.sendCurrency !== payCurrency) return <MarketSkeleton />;
  const line = priceLine(data.points, WIDTH, HEIGHT);
  return (
    <section className="market">
      <h2 className="market-heading">
        <Coin src={crypto.imgUrl} symbol={crypto.symbol} size={20} />
        {text('market.title', { name: crypto.name })}
      </h2>
      <div className="market-figures">
        <AmountText className="market-price" amount={shownRate(data.price, payCurrency)} code={payCurrency} />
        {data.change24h !== null && <Change percent={data.change24h} />}
      </div>
      {line ? (
        <DayLine line={line} data={data} name={crypto.name} />
      ) : (
        <p className="market-source">{text('market.source')}</p>
      )}
    </section>
  );
}

/** A falling price is no error: the arrow says the direction, and only a rise is coloured. */
function Change({ percent }: { readonly percent: string }) {
  const falls = percent.startsWith('-');
  const Arrow = falls ? ArrowDown : ArrowUp;
  return (
    <p className="market-change" data-falls={falls ? '' : undefined}>
      <Arrow size={15} strokeWidth={2.3} aria-hidden="true" />
      {text('market.change', { percent: formatPercent(percent, currentLocale()) })}
    </p>
  );
}

type DayLineProps = { readonly line: PriceLine; readonly data: CallData<'currencyPrice'>; readonly name: string };

function DayLine({ line, data, name }: DayLineProps) {
  const amount = (price: string) =>
    formatAmount(shownRate(price, data.sendCurrency), data.sendCurrency, currentLocale());
  const begun = data.points[0]?.at;
  return (
    <figure
      className="market-day market-place"
      aria-label={text('market.day', { name, low: amount(line.low.price), high: amount(line.high.price) })}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="market-open" d={`M0 ${line.openY}H${WIDTH}`} />
        <path className="market-line" d={line.path} />
      </svg>
      <Extreme place={line.high} kind="high" currency={data.sendCurrency} />
      <Extreme place={line.low} kind="low" currency={data.sendCurrency} />
      <i className="market-now" style={placeOf(line.last)} />
      <figcaption>
        <span>{begun && formatTime(new Date(begun), currentLocale(), 'minutes')}</span>
        <span>{text('market.source')}</span>
        <span>{text('market.now')}</span>
      </figcaption>
    </figure>
  );
}

type ExtremeProps = {
  readonly place: PriceLine['low'];
  readonly kind: 'low' | 'high';
  readonly currency: string;
};

function Extreme({ place, kind, currency }: ExtremeProps) {
  return (
    <span className="market-extreme num" data-kind={kind} style={placeOf(place)} aria-hidden="true">
      {formatDigits(shownRate(place.price, currency), currentLocale())}
    </span>
  );
}

/** Time runs from left to right in every language. */
function placeOf({ x, y }: { readonly x: number; readonly y: number }) {
  return { '--x': `${(x / WIDTH) * 100}%`, '--y': y / HEIGHT } as CSSProperties;
}
