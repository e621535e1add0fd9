import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { Note } from '../../parts/Note.tsx';
import { type Column, Table } from '../../parts/tables/Table.tsx';
import { formatGroupedDecimal } from '../../parts/values/formatGroupedDecimal.ts';
import { Money } from '../../parts/values/Money.tsx';
import { formatPayMethod } from '../orders/orderLabels.ts';
import { BarChart } from './BarChart.tsx';
import { LoadedReport } from './LoadedReport.tsx';
import { buildPeriodRequest, type Period } from './period.ts';

type Funnel = ConsoleCallData<'reportFunnel'>;

const TITLES: Readonly<Record<Funnel['steps'][number]['step'], string>> = {
  opened: 'Opened the page',
  chose_country: 'Chose a country',
  chose_pay_currency: 'Chose what to pay with',
  chose_crypto: 'Chose a crypto',
  typed_amount: 'Entered an amount',
  chose_offer: 'Chose an offer',
  gave_address: 'Entered an address',
  ordered: 'Ordered',
  paid: 'Paid',
  delivered: 'Received their coins',
};

const renderCount = (value: number) => <Money amount={String(value)} />;

const COUNTRIES: readonly Column<Funnel['countries'][number]>[] = [
  { id: 'country', title: 'Country', cell: ({ country }) => country || 'unknown' },
  { id: 'opened', title: 'Opened', figure: true, cell: ({ opened }) => renderCount(opened) },
  {
    id: 'offer',
    title: 'Chose an offer',
    figure: true,
    deskOnly: true,
    cell: ({ choseOffer }) => renderCount(choseOffer),
  },
  { id: 'ordered', title: 'Ordered', figure: true, cell: ({ ordered }) => renderCount(ordered) },
  { id: 'paid', title: 'Paid', figure: true, deskOnly: true, cell: ({ paid }) => renderCount(paid) },
  { id: 'delivered', title: 'Delivered', figure: true, cell: ({ delivered }) => renderCount(delivered) },
];

const METHODS: readonly Column<Funnel['methods'][number]>[] = [
  { id: 'method', title: 'Method', cell: ({ method }) => formatPayMethod(method) },
  { id: 'ordered', title: 'Ordered', figure: true, cell: ({ ordered }) => renderCount(ordered) },
  { id: 'paid', title: 'Paid', figure: true, cell: ({ paid }) => renderCount(paid) },
  { id: 'delivered', title: 'Delivered', figure: true, cell: ({ delivered }) => renderCount(delivered) },
];

/** The purchase funnel. */
export function Funnel({ period }: { readonly period: Period }) {
  const query = useConsoleQuery('reportFunnel', buildPeriodRequest(period), { keepsPrevious: true });
  return (
    <LoadedReport reportQuery={query}>
      {({ steps, countries, methods }) => (
        <>
          <Card title="By step">
            <BarChart
              label="Count by step"
              heads={['Step', 'Count']}
              bars={steps.map((step) => ({
                id: step.step,
                title: TITLES[step.step],
                value: step.count,
                label: `${formatGroupedDecimal(String(step.count))} ${step.of}`,
                shown: <Money amount={String(step.count)} code={step.of} />,
                ...(step.step === 'delivered' && { tone: 'left' as const }),
              }))}
            />
          </Card>
          <Note>
            Browsers are counted once a day, except those that ask not to be tracked. All orders are counted, so a later
            step may have a higher count than an earlier one.
          </Note>
          <div className="reports-pair">
            <Card title="By country" flush>
              <Table
                label="By country"
                columns={COUNTRIES}
                rows={countries}
                rowId={({ country }) => country}
                empty="No visits in this period."
              />
            </Card>
            <Card title="By method" flush>
              <Table
                label="By method"
                columns={METHODS}
                rows={methods}
                rowId={({ method }) => method}
                empty="No orders in this period."
              />
            </Card>
          </div>
        </>
      )}
    </LoadedReport>
  );
}
