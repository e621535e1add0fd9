import { Link } from '@tanstack/react-router';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { ScrollRegion } from '../../parts/tables/ScrollRegion.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { TRANSFER_STATUS_LABELS, type Transfer } from './transferLabels.ts';

/** Transfers from the exchange, newest first, with links to their steps. */
export function TransfersCard({ transfers }: { readonly transfers: readonly Transfer[] }) {
  return (
    <Card flush title="Transfers" aside="allow-listed addresses only">
      {transfers.length === 0 ? (
        <EmptyState>No transfers yet.</EmptyState>
      ) : (
        <ScrollRegion label="Transfers, table">
          <table className="figure-table treasury-table">
            <thead>
              <tr>
                <th scope="col">Requested</th>
                <th scope="col" className="treasury-text">
                  From, to
                </th>
                <th scope="col">Amount</th>
                <th scope="col" className="treasury-text">
                  {' '}
                  Status
                </th>
                <th scope="col" className="treasury-text">
                  By
                </th>
              </tr>
            </thead>
            <tbody>
              {transfers.map((transfer) => (
                <TransferRow key={transfer.id} transfer={transfer} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Card>
  );
}

function TransferRow({ transfer }: { readonly transfer: Transfer }) {
  const { id, requestedAt, from, to, network, amount, status, arrivedAt, requestedBy, approvedBy, note } = transfer;
  return (
    <tr>
      <th scope="row">
        <Link to={`/treasury/transfers/${id}` as '/'}>
          <Time iso={requestedAt} />
        </Link>
      </th>
      <td className="treasury-text">
        {from} → {network}{' '}
        <span className="mono treasury-address" translate="no">
          {to}
        </span>
      </td>
      <td>
        <Money amount={amount.amount} code={amount.unit} size="strong" />
      </td>
      <td className="treasury-text">
        {arrivedAt ? (
          <span className="good">
            Arrived <Time iso={arrivedAt} />
          </span>
        ) : TRANSFER_STATUS_LABELS[status].tone === 'plain' ? (
          TRANSFER_STATUS_LABELS[status].label
        ) : (
          <Tag tone={TRANSFER_STATUS_LABELS[status].tone} small>
            {TRANSFER_STATUS_LABELS[status].label}
          </Tag>
        )}
        {note !== null && <span className="treasury-note second">{note}</span>}
      </td>
      <td className="treasury-text second">{[requestedBy, approvedBy].filter(Boolean).join(', ')}</td>
    </tr>
  );
}
