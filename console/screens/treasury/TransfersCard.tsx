import { Link } from '@tanstack/react-router';
import { Card } from '../../parts/Card.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Money } from '../../parts/Money.tsx';
import { Scrolls } from '../../parts/Scrolls.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';
import { STANDS, type Transfer } from './transferWords.ts';

/** What was asked of the venue, the newest first: each leads to its steps. */
export function TransfersCard({ transfers }: { readonly transfers: readonly Transfer[] }) {
  return (
    <Card flush title="Transfers" aside="to addresses of the list alone">
      {transfers.length === 0 ? (
        <Empty>Nothing was asked of the venue yet.</Empty>
      ) : (
        <Scrolls label="Transfers, figures">
          <table className="treasury-table">
            <thead>
              <tr>
                <th scope="col">Asked</th>
                <th scope="col" className="treasury-text">
                  From, to
                </th>
                <th scope="col">Amount</th>
                <th scope="col" className="treasury-text">
                  Stands
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
        </Scrolls>
      )}
    </Card>
  );
}

function TransferRow({ transfer }: { readonly transfer: Transfer }) {
  const { id, askedAt, from, to, network, amount, status, arrivedAt, askedBy, approvedBy, says } = transfer;
  return (
    <tr>
      <th scope="row">
        <Link to={`/treasury/transfers/${id}` as '/'}>
          <Time iso={askedAt} />
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
        ) : STANDS[status].tone === 'plain' ? (
          STANDS[status].word
        ) : (
          <Tag tone={STANDS[status].tone} small>
            {STANDS[status].word}
          </Tag>
        )}
        {says !== null && <span className="treasury-told second">{says}</span>}
      </td>
      <td className="treasury-text second">{[askedBy, approvedBy].filter(Boolean).join(', ')}</td>
    </tr>
  );
}
