import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Note } from '../../parts/Note.tsx';
import { Chip, Chips } from '../../parts/tables/Chip.tsx';
import { type Column, Table } from '../../parts/tables/Table.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { OrderNumber } from '../../parts/values/OrderNumber.tsx';
import { formatShare } from './formatShare.ts';
import { LoadedReport } from './LoadedReport.tsx';
import { buildPeriodRequest, type Period } from './period.ts';

type Declines = ConsoleCallData<'reportDeclines'>;
type Reason = Declines['reasons'][number];
type Country = Declines['countries'][number];
type Declined = ConsoleCallData<'reportDeclined'>['list'][number];

/** Filter of the listed declined attempts; undefined for all. */
type DeclineFilter = { readonly reason?: string | undefined; readonly country?: string | undefined };

const REASONS: Readonly<Record<string, string>> = {
  declined: 'Declined without a reason',
  insufficient_funds: 'Insufficient funds',
  expired_card: 'Expired card',
  incorrect_details: 'Incorrect card details',
  authentication_failed: '3-D Secure failed',
  try_again_later: 'Temporary failure',
  authorization_expired: 'Authorization expired',
  invalid_request: 'Request refused by the acquirer',
};

const formatDeclineReason = (reason: string) => REASONS[reason] ?? reason.replaceAll('_', ' ');
const formatCountry = (country: string) => country || 'Unknown';
const renderCount = (value: number) => <Money amount={String(value)} />;

const COUNTRIES: readonly Column<Country>[] = [
  { id: 'country', title: 'Issued in', cell: ({ country }) => formatCountry(country) },
  { id: 'attempts', title: 'Attempts', figure: true, cell: ({ attempts }) => renderCount(attempts) },
  { id: 'declined', title: 'Declined', figure: true, cell: ({ declined }) => renderCount(declined) },
  { id: 'share', title: 'Decline rate', figure: true, cell: (row) => formatShare(row.declined, row.attempts) },
];

const DECLINED: readonly Column<Declined>[] = [
  { id: 'at', title: 'Time', cell: ({ at }) => <Time iso={at} /> },
  {
    id: 'order',
    title: 'Order',
    cell: ({ orderNo }) => (
      <Link to="/orders/$no/{-$tab}" params={{ no: orderNo }}>
        <OrderNumber orderNo={orderNo} short />
      </Link>
    ),
  },
  { id: 'reason', title: 'Reason', cell: ({ reason }) => formatDeclineReason(reason) },
  { id: 'country', title: 'Issued in', deskOnly: true, cell: ({ country }) => formatCountry(country) },
  { id: 'card', title: 'Card', deskOnly: true, cell: ({ card }) => card || '–' },
];

/** Decline reasons, and the countries where the cards were issued. */
export function Declines({ period }: { readonly period: Period }) {
  const query = useConsoleQuery('reportDeclines', buildPeriodRequest(period), { keepsPrevious: true });
  const [chosen, setChosen] = useState<DeclineFilter>({});
  return (
    <LoadedReport reportQuery={query}>
      {({ attempts, declined, reasons, countries }) => (
        <>
          <Note>
            {`${declined} of ${attempts} attempts declined (${formatShare(declined, attempts)}). Attempts that the issuer has not decided are not counted.`}
          </Note>
          <div className="reports-pair">
            <Card title="By reason" flush>
              <ReasonTable declines={{ declined, reasons }} onOpen={(reason) => setChosen({ ...chosen, reason })} />
            </Card>
            <Card title="By issuing country" flush>
              <Table
                label="Declines by issuing country"
                columns={COUNTRIES}
                rows={countries}
                rowId={({ country }) => country}
                onOpen={({ country }) => setChosen({ ...chosen, country })}
                empty="No card attempts in this period."
              />
            </Card>
          </div>
          <DeclinedOrders key={JSON.stringify([period, chosen])} period={period} chosen={chosen} onChoose={setChosen} />
        </>
      )}
    </LoadedReport>
  );
}

type ReasonTableProps = {
  readonly declines: Pick<Declines, 'declined' | 'reasons'>;
  readonly onOpen: (reason: string) => void;
};

function ReasonTable({ declines: { declined: all, reasons }, onOpen }: ReasonTableProps) {
  const columns = useMemo(
    (): readonly Column<Reason>[] => [
      { id: 'reason', title: 'Reason', cell: ({ reason }) => formatDeclineReason(reason) },
      { id: 'declined', title: 'Declined', figure: true, cell: ({ declined }) => renderCount(declined) },
      { id: 'share', title: 'Share', figure: true, cell: ({ declined }) => formatShare(declined, all) },
    ],
    [all],
  );
  return (
    <Table
      label="Declines by reason"
      columns={columns}
      rows={reasons}
      rowId={({ reason }) => reason}
      onOpen={({ reason }) => onOpen(reason)}
      empty="No declines in this period."
    />
  );
}

type DeclinedOrdersProps = {
  readonly period: Period;
  readonly chosen: DeclineFilter;
  readonly onChoose: (chosen: DeclineFilter) => void;
};

/** The attempts behind the figures, filtered by a row of the tables above. */
function DeclinedOrders({ period, chosen, onChoose }: DeclinedOrdersProps) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const { reason, country } = chosen;
  const query = useConsoleQuery(
    'reportDeclined',
    {
      ...buildPeriodRequest(period),
      ...(reason !== undefined && { reason }),
      ...(country !== undefined && { country }),
      ...(cursor !== undefined && { cursor }),
    },
    { keepsPrevious: true },
  );
  return (
    <LoadedReport reportQuery={query}>
      {({ list, cursor: next }) => (
        <Card title="Declined attempts" flush>
          {(reason !== undefined || country !== undefined) && (
            <Chips label="Filters">
              {reason !== undefined && (
                <Chip on onToggle={() => onChoose({ country })}>
                  {formatDeclineReason(reason)}
                </Chip>
              )}
              {country !== undefined && (
                <Chip on onToggle={() => onChoose({ reason })}>
                  {`Issued in: ${formatCountry(country)}`}
                </Chip>
              )}
            </Chips>
          )}
          <Table
            label="Declined attempts"
            columns={DECLINED}
            rows={list}
            rowId={({ orderNo, at }) => `${orderNo} ${at}`}
            empty="No matching attempts."
          />
          {cursors.length > 0 && <Button onClick={() => setCursors(cursors.slice(0, -1))}>Newer attempts</Button>}
          {next !== null && <Button onClick={() => setCursors([...cursors, next])}>Older attempts</Button>}
        </Card>
      )}
    </LoadedReport>
  );
}
