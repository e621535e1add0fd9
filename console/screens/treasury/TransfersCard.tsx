import { useState } from 'react';
import { DeskWindow } from '../../desk/DeskWindow.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Money } from '../../parts/Money.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';
import type { TreasuryData } from './TreasuryScreen.tsx';

type Transfer = TreasuryData['transfers'][number];

const WORDS: Readonly<Record<Transfer['status'], string>> = {
  requested: 'waits to be sent',
  sending: 'being sent',
  taken: 'taken by the venue',
  sent: 'sent',
  arrived: 'arrived',
  failed: 'failed',
};

/** What has left the venue for our wallets, the newest first. */
export function TransfersCard({ transfers }: { readonly transfers: readonly Transfer[] }) {
  const [opened, setOpened] = useState<Transfer>();
  return (
    <Card flush title="Transfers" aside="to addresses of the list alone">
      {transfers.length === 0 ? (
        <Empty>Nothing was sent from the venue yet.</Empty>
      ) : (
        <div className="treasury-scroll">
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
                <TransferRow key={transfer.id} transfer={transfer} onDesk={() => setOpened(transfer)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {opened && (
        <DeskWindow
          subject={`transfer:${opened.id}`}
          title={`Transfer of ${opened.amount.amount} ${opened.amount.unit}`}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Card>
  );
}

function TransferRow({ transfer, onDesk }: { readonly transfer: Transfer; readonly onDesk: () => void }) {
  const { askedAt, from, to, network, amount, status, arrivedAt, askedBy, approvedBy, says } = transfer;
  return (
    <tr>
      <th scope="row">
        <Time iso={askedAt} />
      </th>
      <td className="treasury-text">
        {from} → {network} <span className="mono treasury-address">{to}</span>
      </td>
      <td>
        <Money amount={amount.amount} code={amount.unit} size="strong" />
      </td>
      <td className="treasury-text">
        {status === 'failed' ? (
          <Tag tone="bad" small>
            failed
          </Tag>
        ) : arrivedAt ? (
          <span className="good">
            arrived <Time iso={arrivedAt} />
          </span>
        ) : (
          WORDS[status]
        )}
        {says !== null && <span className="treasury-told second">{says}</span>}
      </td>
      <td className="treasury-text second">
        {[askedBy, approvedBy].filter(Boolean).join(', ')}{' '}
        <Button kind="quiet" size="small" onClick={onDesk}>
          In hand, notes
        </Button>
      </td>
    </tr>
  );
}
