import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { Address } from '../../parts/values/Address.tsx';
import { MoveCard } from './MoveCard.tsx';
import { RequestsCard } from './RequestsCard.tsx';
import { TransferCard } from './TransferCard.tsx';
import { TransfersCard } from './TransfersCard.tsx';
import type { TreasuryData } from './TreasuryScreen.tsx';

type TransfersProps = {
  readonly page: TreasuryData;
  /** A transfer's number, or the open form. */
  readonly id: string | undefined;
};

/** Transfers of the operator's money with their steps, and the request forms. */
export function Transfers({ page, id }: TransfersProps) {
  if (id !== undefined && /^[1-9]\d{0,14}$/.test(id)) return <TransferCard id={Number(id)} />;
  return (
    <div className="treasury-columns">
      <div className="stack">
        <MoveCard kind={id} />
        <TransfersCard transfers={page.transfers} />
      </div>
      <div className="stack">
        <RequestsCard requests={page.requests} />
        <TargetsCard />
      </div>
    </div>
  );
}

/** Addresses to which coins may be withdrawn, and who allowed each. */
function TargetsCard() {
  const { data } = useConsoleQuery('moves', {}, { topics: ['requests'] });
  if (!data) return null;
  return (
    <Card title="Allow-listed addresses" count={data.targets.length} flush>
      {data.targets.length === 0 && <EmptyState>A worker adds our own wallets when it starts.</EmptyState>}
      <ul className="treasury-targets">
        {data.targets.map(({ network, address, own, since, requestedBy, approvedBy }) => (
          <li key={`${network} ${address}`}>
            <p>
              <b>{network}</b> {own && <Tag small>our wallet</Tag>}
            </p>
            <Address address={address} />
            <p className="second">
              {own ? 'added automatically' : `allowed by ${[requestedBy, approvedBy].filter(Boolean).join(' and ')}`},{' '}
              <Time iso={since} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
