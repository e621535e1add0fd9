import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useState } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Money } from '../../parts/Money.tsx';
import { moneyWithCode } from '../../parts/moneyWords.ts';
import { Note } from '../../parts/Note.tsx';
import { Bars } from './Bars.tsx';
import { Postings } from './Postings.tsx';
import { asked, type Period } from './period.ts';
import { Reading } from './Reading.tsx';

type Asset = ConsoleCallData<'reportMargin'>['assets'][number];

const TITLES: Readonly<Record<string, string>> = {
  'income:processing': 'Processing fees',
  'income:network': 'Network fees',
  'income:affiliate': 'Other providers’ commission',
  'income:interest': 'Interest',
  'income:difference': 'Found more than booked',
  trading: 'Spread, and the market’s moves',
  fx: 'Between currencies',
  'expense:acquirer': 'The acquirer',
  'expense:bank': 'The bank',
  'expense:venue': 'The venue',
  'expense:network': 'The networks',
  'expense:partner': 'Partners’ shares',
  'expense:dispute': 'Disputes',
  'expense:difference': 'Lost without a trace',
};

/** From fees and spread to what is left after all costs. */
export function Margin({ period }: { readonly period: Period }) {
  const query = useConsoleQuery('reportMargin', asked(period), { keeps: true });
  return (
    <Reading of={query}>
      {({ assets, total }) => (
        <>
          {assets.length === 0 && <Empty>Nothing was earned or spent in these days.</Empty>}
          {assets.length > 0 && (
            <>
              <Card title="Net revenue (EUR equivalent)" aside="all assets, at current prices">
                <Money amount={total.sum.amount} code={total.sum.unit} size="lead" loss />
                {total.unpriced.length > 0 && (
                  <p className="second">Excluded (no price): {total.unpriced.join(', ')}</p>
                )}
              </Card>
              <Note>
                Below, each asset in its own currency, not converted. <b>Spread</b> includes what was bought for orders
                that are not delivered yet.
              </Note>
            </>
          )}
          {assets.map((asset) => (
            <AssetMargin key={asset.asset} of={asset} period={period} />
          ))}
        </>
      )}
    </Reading>
  );
}

function AssetMargin({ of: { asset, unit, steps, left }, period }: { readonly of: Asset; readonly period: Period }) {
  const [open, setOpen] = useState<string>();
  return (
    <Card
      title={unit}
      aside={
        <span className="reports-left">
          net <Money amount={left.amount} code={left.unit} size="strong" loss />
        </span>
      }
    >
      <Bars
        label={`From fees and spread to what is left, in ${unit}`}
        heads={['Step', 'Amount']}
        bars={[
          ...steps.map(({ account, units, kind }) => ({
            id: account,
            title: TITLES[account] ?? account,
            value: Number(units.amount),
            words: moneyWithCode(units.amount, units.unit),
            shown: <Money amount={units.amount} code={units.unit} />,
            tone: kind === 'cost' || units.amount.startsWith('-') ? ('cost' as const) : ('fact' as const),
            onOpen: () => setOpen(open === account ? undefined : account),
            isOpen: open === account,
          })),
          {
            id: 'left',
            title: 'Net',
            value: Number(left.amount),
            words: moneyWithCode(left.amount, left.unit),
            shown: <Money amount={left.amount} code={left.unit} size="strong" loss />,
            tone: left.amount.startsWith('-') ? ('lost' as const) : ('left' as const),
          },
        ]}
      />
      {open !== undefined && (
        <Postings
          key={open}
          period={period}
          account={open}
          asset={asset}
          title={TITLES[open] ?? open}
          count={steps.find(({ account }) => account === open)?.postings ?? 0}
        />
      )}
    </Card>
  );
}
