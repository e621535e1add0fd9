import { useState } from 'react';
import { getServerTime } from '../../api/serverClock.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { SelectField } from '../../parts/fields/SelectField.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { Note } from '../../parts/Note.tsx';
import { formatAmountWithCode } from '../../parts/values/formatGroupedDecimal.ts';
import { KeyValues } from '../../parts/values/KeyValues.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { RequestForm } from '../../person/RequestForm.tsx';
import { AmountList } from './AmountList.tsx';
import type { PartnerDetails } from './partnerData.ts';

const REASONS = [
  { value: 'settled', label: 'Settlement of a period' },
  { value: 'back', label: 'Returned by the bank' },
  { value: 'other', label: 'Other reason' },
];

type Booking = PartnerDetails['bookings'][number];

/** Records which bank booking has paid shares. Nothing is sent: the booking came with the bank's statement. */
export function PaidSharesForm({ partner }: { readonly partner: PartnerDetails }) {
  const [entry, setEntry] = useState<string>();
  const [until, setUntil] = useState(computeMonthStart);
  const request = { partner: partner.id, entry: entry ?? '', until };
  const { data } = useConsoleQuery('previewShares', request, {
    enabled: entry !== undefined,
    keepsPrevious: true,
    topics: ['requests'],
  });
  const act = entry === undefined ? undefined : data?.act;
  const owedCodes = new Set(partner.owed.map(({ unit }) => unit));
  const candidates = partner.bookings.filter(
    ({ direction, amount }) => direction === 'credit' || owedCodes.has(amount.unit),
  );
  return (
    <Card title="Record a payment">
      <p className="second">
        You pay from your bank. When the booking arrives with the bank statement, assign it to this partner here.{' '}
        <AmountList amounts={partner.owed} /> payable now.
      </p>
      {candidates.length === 0 ? (
        <EmptyState>No bank booking that could be a payment to this partner.</EmptyState>
      ) : (
        <div className="partners-fields">
          <SelectField
            label="Bank booking"
            options={candidates.map((booking) => ({ value: booking.entry, label: formatBooking(booking) }))}
            value={entry}
            onChange={setEntry}
          />
          <TextField
            label="For deliveries before (UTC)"
            hint="Such as 2026-12-01T00:00:00Z. At most the amount payable for these deliveries can be recorded as paid."
            value={until}
            onChange={setUntil}
          />
        </div>
      )}
      {act && !act.allowed && <Note tone="warn">{act.why}</Note>}
      {act?.allowed && data?.owed && data.left && (
        <KeyValues
          rows={[
            {
              label: 'Payable for these deliveries',
              value: <Money amount={data.owed.amount} code={data.owed.unit} loss />,
            },
            {
              label: 'Remaining',
              value: <Money amount={data.left.amount} code={data.left.unit} loss />,
              total: true,
            },
          ]}
        />
      )}
      {act && (
        <div className="partners-request">
          <RequestForm
            request={
              act.allowed ? { act: act.act, action: act.action, subject: act.subject, input: act.input } : undefined
            }
            title={act.label}
            reasons={REASONS}
            needsSecondApproval={act.needsSecondApproval}
            approvers={act.approvers}
            why="Recording a payment to a partner requires a second approval."
            version={JSON.stringify(act.input)}
            {...(!act.allowed && { refused: act.why })}
          >
            <p className="second">{act.effect}</p>
          </RequestForm>
        </div>
      )}
    </Card>
  );
}

function formatBooking({ direction, amount, bookedOn, party }: Booking): string {
  const directionLabel = direction === 'debit' ? 'paid' : 'returned';
  return `${bookedOn}: ${formatAmountWithCode(amount.amount, amount.unit)} ${directionLabel}${party === '' ? '' : `, ${party}`}`;
}

/** Shares are usually settled up to the beginning of the month. */
function computeMonthStart(): string {
  return `${new Date(getServerTime()).toISOString().slice(0, 7)}-01T00:00:00Z`;
}
