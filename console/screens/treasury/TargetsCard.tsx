import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Address } from '../../parts/Address.tsx';
import { Card } from '../../parts/Card.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';

/** The list of those to which coins may be withdrawn, and who has allowed each. */
export function TargetsCard() {
  const { data } = useConsoleQuery('moves', {}, { topics: ['requests'] });
  if (!data) return null;
  return (
    <Card title="Where coins may go" count={data.targets.length} flush>
      {data.targets.length === 0 && <Empty>A worker names our own wallets once it runs.</Empty>}
      <ul className="treasury-targets">
        {data.targets.map(({ network, address, own, since, askedBy, approvedBy }) => (
          <li key={`${network} ${address}`}>
            <p>
              <b>{network}</b> {own && <Tag small>our wallet</Tag>}
            </p>
            <Address address={address} />
            <p className="second">
              {own ? 'named by the worker' : `allowed by ${[askedBy, approvedBy].filter(Boolean).join(' and ')}`},{' '}
              <Time iso={since} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
