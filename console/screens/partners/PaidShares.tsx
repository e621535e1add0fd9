import { useState } from 'react';
import { serverNow } from '../../api/serverClock.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { KeyValues } from '../../parts/KeyValues.tsx';
import { Money } from '../../parts/Money.tsx';
import { moneyWithCode } from '../../parts/moneyWords.ts';
import { Note } from '../../parts/Note.tsx';
import { SelectField } from '../../parts/SelectField.tsx';
import { TextField } from '../../parts/TextField.tsx';
import { AskForm } from '../../person/AskForm.tsx';
import type { ShownPartner } from './partner.ts';
import { Sums } from './Sums.tsx';

const REASONS = [
  { value: 'settled', label: 'Shares of a period are settled' },
  { value: 'back', label: 'The bank brought it back' },
  { value: 'other', label: 'Another reason' },
];

type Booking = ShownPartner['bookings'][number];

/** Says which booking of the bank has paid shares. Nothing is sent from here: the bank's statement has brought the booking. */
export function PaidShares({ partner }: { readonly partner: ShownPartner }) {
  const [entry, setEntry] = useState<string>();
  const [until, setUntil] = useState(beginningOfMonth);
  const asked = { partner: partner.id, entry: entry ?? '', until };
  const { data } = useConsoleQuery('previewShares', asked, {
    enabled: entry !== undefined,
    keeps: true,
    topics: ['requests'],
  });
  const act = entry === undefined ? undefined : data?.act;
  const owedCodes = new Set(partner.owed.map(({ unit }) => unit));
  const mayBe = partner.bookings.filter(
    ({ direction, amount }) => direction === 'credit' || owedCodes.has(amount.unit),
  );
  return (
    <Card title="Shares were paid">
      <p className="second">
        You pay from your bank. Its statement brings the booking here, and you say that it was this partner’s:{' '}
        <Sums of={partner.owed} /> owed now.
      </p>
      {mayBe.length === 0 ? (
        <Empty>No booking of the bank waits that may be a payment to it.</Empty>
      ) : (
        <div className="partners-fields">
          <SelectField
            label="Booking of the bank"
            options={mayBe.map((booking) => ({ value: booking.entry, label: said(booking) }))}
            value={entry}
            onChange={setEntry}
          />
          <TextField
            label="For deliveries before, in UTC"
            hint="Such as 2026-12-01T00:00:00Z: no more is booked as paid than was owed for them."
            value={until}
            onChange={setUntil}
          />
        </div>
      )}
      {act && !act.allowed && <Note tone="warn">{act.why}</Note>}
      {act?.allowed && data?.owed && data.left && (
        <KeyValues
          rows={[
            { label: 'Owed for them', value: <Money amount={data.owed.amount} code={data.owed.unit} loss /> },
            {
              label: 'Left after it',
              value: <Money amount={data.left.amount} code={data.left.unit} loss />,
              total: true,
            },
          ]}
        />
      )}
      {act && (
        <div className="partners-ask">
          <AskForm
            wish={
              act.allowed ? { act: act.act, action: act.action, subject: act.subject, input: act.input } : undefined
            }
            title={act.label}
            reasons={REASONS}
            takesTwo={act.takesTwo}
            approvers={act.approvers}
            why="What was paid to a partner takes two."
            version={JSON.stringify(act.input)}
            {...(!act.allowed && { refused: act.why })}
          >
            <p className="second">{act.effect}</p>
          </AskForm>
        </div>
      )}
    </Card>
  );
}

function said({ direction, amount, bookedOn, party }: Booking): string {
  const way = direction === 'debit' ? 'paid' : 'came back';
  return `${bookedOn}: ${moneyWithCode(amount.amount, amount.unit)} ${way}${party === '' ? '' : `, ${party}`}`;
}

/** What is settled is most often what was earned until the month began. */
function beginningOfMonth(): string {
  return `${new Date(serverNow()).toISOString().slice(0, 7)}-01T00:00:00Z`;
}
