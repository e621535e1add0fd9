import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { Money } from '../../parts/Money.tsx';
import { moneyWords } from '../../parts/moneyWords.ts';
import { Note } from '../../parts/Note.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { Bars } from './Bars.tsx';
import { asked, type Period } from './period.ts';
import { Reading } from './Reading.tsx';

type Funnel = ConsoleCallData<'reportFunnel'>;

const TITLES: Readonly<Record<Funnel['steps'][number]['step'], string>> = {
  opened: 'Opened the page',
  chose_country: 'Chose a country',
  chose_pay_currency: 'Chose what to pay with',
  chose_crypto: 'Chose a crypto',
  typed_amount: 'Typed an amount',
  chose_offer: 'Chose an offer',
  gave_address: 'Gave an address',
  ordered: 'Ordered',
  paid: 'Paid',
  delivered: 'Received their coins',
};

const count = (value: number) => <Money amount={String(value)} />;

const COUNTRIES: readonly Column<Funnel['countries'][number]>[] = [
  { id: 'country', title: 'Country', cell: ({ country }) => country || 'unknown' },
  { id: 'opened', title: 'Opened', figure: true, cell: ({ opened }) => count(opened) },
  { id: 'offer', title: 'Chose an offer', figure: true, deskOnly: true, cell: ({ choseOffer }) => count(choseOffer) },
  { id: 'ordered', title: 'Ordered', figure: true, cell: ({ ordered }) => count(ordered) },
  { id: 'paid', title: 'Paid', figure: true, deskOnly: true, cell: ({ paid }) => count(paid) },
  { id: 'delivered', title: 'Delivered', figure: true, cell: ({ delivered }) => count(delivered) },
];

const METHODS: readonly Column<Funnel['methods'][number]>[] = [
  { id: 'method', title: 'Method', cell: ({ method }) => method.replaceAll('_', ' ') },
  { id: 'ordered', title: 'Ordered', figure: true, cell: ({ ordered }) => count(ordered) },
  { id: 'paid', title: 'Paid', figure: true, cell: ({ paid }) => count(paid) },
  { id: 'delivered', title: 'Delivered', figure: true, cell: ({ delivered }) => count(delivered) },
];

/** How far they came. */
export function Funnel({ period }: { readonly period: Period }) {
  const query = useConsoleQuery('reportFunnel', asked(period), { keeps: true });
  return (
    <Reading of={query}>
      {({ steps, countries, methods }) => (
        <>
          <Card title="By step">
            <Bars
              label="How many came to each step"
              heads={['Step', 'Count']}
              bars={steps.map((step) => ({
                id: step.step,
                title: TITLES[step.step],
                value: step.count,
                words: `${moneyWords(String(step.count))} ${step.of}`,
                shown: <Money amount={String(step.count)} code={step.of} />,
                ...(step.step === 'delivered' && { tone: 'left' as const }),
              }))}
            />
          </Card>
          <Note>
            Browsers are counted once a day, and those that ask not to be tracked are not among them. Orders are counted
            whole, so more may be ordered than was seen on the way.
          </Note>
          <div className="reports-pair">
            <Card title="By country" flush>
              <Table
                label="By country"
                columns={COUNTRIES}
                rows={countries}
                rowId={({ country }) => country}
                empty="Nobody came in these days."
              />
            </Card>
            <Card title="By method" flush>
              <Table
                label="By method"
                columns={METHODS}
                rows={methods}
                rowId={({ method }) => method}
                empty="Nothing was ordered in these days."
              />
            </Card>
          </div>
        </>
      )}
    </Reading>
  );
}
