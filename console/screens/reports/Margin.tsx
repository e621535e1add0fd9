import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useState } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Note } from '../../parts/Note.tsx';
import { formatAmountWithCode } from '../../parts/values/formatGroupedDecimal.ts';
import { Money } from '../../parts/values/Money.tsx';
import { BarChart } from './BarChart.tsx';
import { LoadedReport } from './LoadedReport.tsx';
import { Postings } from './Postings.tsx';
import { buildPeriodRequest, type Period } from './period.ts';

type Asset = ConsoleCallData<'reportMargin'>['assets'][number];

const TITLES: Readonly<Record<string, string>> = {
  'income:processing': 'Processing fees',
  'income:network': 'Network fees',
  'income:affiliate': 'Affiliate fees from other providers',
  'income:interest': 'Interest',
  'income:difference': 'Reconciliation gains',
  trading: 'Spread and market movements',
  fx: 'Currency conversion',
  'expense:acquirer': 'Acquirer costs',
  'expense:bank': 'Bank costs',
  'expense:venue': 'Exchange costs',
  'expense:network': 'Network costs',
  'expense:partner': 'Partner revenue share',
  'expense:dispute': 'Disputes',
  'expense:difference': 'Reconciliation losses',
};

/** The steps from fees and spread to the net margin. */
export function Margin({ period }: { readonly period: Period }) {
  const query = useConsoleQuery('reportMargin', buildPeriodRequest(period), { keepsPrevious: true });
  return (
    <LoadedReport reportQuery={query}>
      {({ assets, total }) => (
        <>
          {assets.length === 0 && <EmptyState>No revenue or costs in this period.</EmptyState>}
          {assets.length > 0 && (
            <>
              <Card title="Net revenue (EUR equivalent)" aside="all assets, at current prices">
                <Money amount={total.sum.amount} code={total.sum.unit} size="lead" loss />
                {total.unpriced.length > 0 && (
                  <p className="second">Excluded (no price): {total.unpriced.join(', ')}</p>
                )}
              </Card>
              <Note>
                Below, amounts are shown per asset, not converted. <b>Spread</b> includes purchases for orders that are
                not delivered yet.
              </Note>
            </>
          )}
          {assets.map((asset) => (
            <AssetMargin key={asset.asset} of={asset} period={period} />
          ))}
        </>
      )}
    </LoadedReport>
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
      <BarChart
        label={`From gross to net revenue, in ${unit}`}
        heads={['Step', 'Amount']}
        bars={[
          ...steps.map(({ account, units, kind }) => ({
            id: account,
            title: TITLES[account] ?? account,
            value: Number(units.amount),
            label: formatAmountWithCode(units.amount, units.unit),
            shown: <Money amount={units.amount} code={units.unit} />,
            tone: kind === 'cost' || units.amount.startsWith('-') ? ('cost' as const) : ('fact' as const),
            onOpen: () => setOpen(open === account ? undefined : account),
            isOpen: open === account,
          })),
          {
            id: 'left',
            title: 'Net',
            value: Number(left.amount),
            label: formatAmountWithCode(left.amount, left.unit),
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
