import type { ReactNode } from 'react';
import { Time } from '../../parts/time/Time.tsx';
import { KeyValues } from '../../parts/values/KeyValues.tsx';
import { Money } from '../../parts/values/Money.tsx';
import type { OrderPage } from './OrderScreen.tsx';

type RecordFields = OrderPage['payouts'][number];
type Cell = RecordFields[string];

const ISO_TIME_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** Records of an order, each with the fields that it has. */
export function RecordList({ label, records }: { readonly label: string; readonly records: readonly RecordFields[] }) {
  return (
    <ul className="order-things" aria-label={label}>
      {records.map((record, index) => (
        <li key={index}>
          <KeyValues
            rows={Object.entries(record).map(([name, value]) => ({
              label: formatFieldLabel(name),
              value: <RecordValueView name={name} value={value} />,
              key: name,
            }))}
          />
        </li>
      ))}
    </ul>
  );
}

/** Returns `Client order id` for `clientOrderId`. */
function formatFieldLabel(name: string): string {
  const plain = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function RecordValueView({ name, value }: { readonly name: string; readonly value: Cell }): ReactNode {
  if (Array.isArray(value))
    return (
      <span className="order-nested">
        {value.map((inner, index) => (
          <span key={index}>
            {Object.entries(inner).map(([key, one]) => (
              <span key={key}>
                <span className="second">{formatFieldLabel(key)}</span> <RecordValueView name={key} value={one} />{' '}
              </span>
            ))}
          </span>
        ))}
      </span>
    );
  if (typeof value === 'object') return <Money amount={value.amount} code={value.unit} />;
  if (typeof value === 'boolean') return <>{value ? 'yes' : 'no'}</>;
  if (typeof value === 'number') return <>{String(value)}</>;
  if (ISO_TIME_PATTERN.test(value)) return <Time iso={value} />;
  if (name === 'explorer' && /^https?:\/\//.test(value))
    return (
      <a href={value} target="_blank" rel="noreferrer">
        View in block explorer
      </a>
    );
  return <span className="order-text">{value}</span>;
}
