import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { Address } from '../../parts/values/Address.tsx';

/** Addresses to which coins may be withdrawn, and who allowed each. */
export function TargetsCard() {
  const { data } = useConsoleQuery('moves', {}, { topics: ['requests'] });
  if (!data) return null;
  return (
    <Card title="Allow-listed addresses" count={data.targets.length} flush>
      {data.targets.length === 0 && <EmptyState>A worker adds our own wallets when it starts.</EmptyState>}
      <ul className="treasury-targets">
        {data.targets.map(({ network, address, own, since, askedBy, approvedBy }) => (
          <li key={`${network} ${address}`}>
            <p>
              <b>{network}</b> {own && <Tag small>our wallet</Tag>}
            </p>
            <Address address={address} />
            <p className="second">
              {own ? 'added automatically' : `allowed by ${[askedBy, approvedBy].filter(Boolean).join(' and ')}`},{' '}
              <Time iso={since} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
