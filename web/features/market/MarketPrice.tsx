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
import { getLocale, text } from '../../i18n/text.ts';
import { AmountText } from '../../ui/amount/AmountText.tsx';
import { Coin } from '../../ui/picture/Picture.tsx';
import { formatRate } from '../quote/computeQuoteFigures.ts';
import { computePriceLine, computePriceRange, type PriceLine } from './computePriceLine.ts';
import { MarketSkeleton } from './MarketSkeleton.tsx';

export type Market = {
  readonly crypto: {
    readonly currency: string;
    readonly symbol: string;
    readonly name: string;
    readonly imgUrl: string;
  };
  readonly payCurrency: string;
  /** A new number refetches, so that the price stays in step with the quotes. */
  readonly refetchCount: number;
};

/** Size of the viewBox; the drawing is stretched to the column. */
const WIDTH = 470;
const HEIGHT = 140;

/** Shows the market price, independent of any quote: price, change over the day, and the week as a line. */
export function MarketPrice({ crypto, payCurrency, refetchCount }: Market) {
  const key = `currencyPrice ${crypto.currency} ${payCurrency} ${refetchCount}`;
  const { data, failed } = useLoaded(key, (signal) =>
    call('currencyPrice', { currency: crypto.currency, sendCurrency: payCurrency }, { signal }),
  );
  if (failed) return <MarketUnavailable name={crypto.name} />;
  if (data?.currency !== crypto.currency || data.sendCurrency !== payCurrency) return <MarketSkeleton />;
  const line = computePriceLine(data.points, WIDTH, HEIGHT);
  return (
    <section className="market">
      <h2 className="market-heading">
        <Coin src={crypto.imgUrl} symbol={crypto.symbol} size={20} />
        {text('market.title', { name: crypto.name })}
      </h2>
      <div className="market-figures">
        <AmountText className="market-price" amount={formatRate(data.price, payCurrency)} code={payCurrency} />
        {data.change24h !== null && <Change percent={data.change24h} />}
      </div>
      {line ? <WeekLine line={line} data={data} name={crypto.name} /> : <PlaceholderLine data={data} />}
    </section>
  );
}

function MarketUnavailable({ name }: { readonly name: string }) {
  return (
    <section className="market">
      <h2 className="market-heading">{text('market.title', { name })}</h2>
      <p className="market-source">{text('error.price_unavailable')}</p>
    </section>
  );
}

/** Shown instead of the chart while too few prices are known: a flat line, with the lowest and highest price as text. */
function PlaceholderLine({ data }: { readonly data: CallData<'currencyPrice'> }) {
  const range = computePriceRange(data.points, data.price);
  const formatPrice = (price: string) =>
    formatAmount(formatRate(price, data.sendCurrency), data.sendCurrency, getLocale());
  return (
    <div className="market-place">
      <div className="market-chart">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path className="market-open" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
        </svg>
        <i className="market-now" data-young="" />
      </div>
      <p className="market-source market-young">
        {range && (
          <span>
            {text('market.so_far', {
              time: formatTime(new Date(range.since), getLocale(), 'minutes'),
              low: formatPrice(range.low),
              high: formatPrice(range.high),
            })}
          </span>
        )}
        <span>{text('market.source')}</span>
      </p>
    </div>
  );
}

/** A falling price is not an error: the arrow shows the direction, and only a rise is coloured. */
function Change({ percent }: { readonly percent: string }) {
  const falls = percent.startsWith('-');
  const Arrow = falls ? ArrowDown : ArrowUp;
  return (
    <p className="market-change" data-falls={falls ? '' : undefined}>
      <Arrow size={15} strokeWidth={2.3} aria-hidden="true" />
      {text('market.change', { percent: formatPercent(percent, getLocale()) })}
    </p>
  );
}

type WeekLineProps = { readonly line: PriceLine; readonly data: CallData<'currencyPrice'>; readonly name: string };

function WeekLine({ line, data, name }: WeekLineProps) {
  const formatPrice = (price: string) =>
    formatAmount(formatRate(price, data.sendCurrency), data.sendCurrency, getLocale());
  const startTime = data.points[0]?.at;
  return (
    <figure
      className="market-chart market-place"
      aria-label={text('market.week', { name, low: formatPrice(line.low.price), high: formatPrice(line.high.price) })}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="market-open" d={`M0 ${line.openY}H${WIDTH}`} />
        <path className="market-line" d={line.path} />
      </svg>
      <Extreme place={line.high} kind="high" currency={data.sendCurrency} />
      <Extreme place={line.low} kind="low" currency={data.sendCurrency} />
      <i className="market-now" style={toPosition(line.last)} />
      <figcaption>
        <span>{startTime && formatTime(new Date(startTime), getLocale(), 'minutes')}</span>
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
    <span className="market-extreme num" data-kind={kind} style={toPosition(place)} aria-hidden="true">
      {formatDigits(formatRate(place.price, currency), getLocale())}
    </span>
  );
}

/** The time axis is left-to-right in every language. */
function toPosition({ x, y }: { readonly x: number; readonly y: number }) {
  return { '--x': `${(x / WIDTH) * 100}%`, '--y': y / HEIGHT } as CSSProperties;
}
