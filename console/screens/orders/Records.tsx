import type { ReactNode } from 'react';
import { KeyValues } from '../../parts/KeyValues.tsx';
import { Money } from '../../parts/Money.tsx';
import { Time } from '../../parts/Time.tsx';
import type { OrderPage } from './OrderScreen.tsx';

type Shown = OrderPage['payouts'][number];
type Cell = Shown[string];

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** Things of an order, one below the other, each with its fields as far as they are there. */
export function Records({ label, records }: { readonly label: string; readonly records: readonly Shown[] }) {
  return (
    <ul className="order-things" aria-label={label}>
      {records.map((record, index) => (
        <li key={index}>
          <KeyValues
            rows={Object.entries(record).map(([name, value]) => ({
              label: labelOf(name),
              value: <CellView name={name} value={value} />,
              key: name,
            }))}
          />
        </li>
      ))}
    </ul>
  );
}

/** `clientOrderId` as `Client order id`. */
function labelOf(name: string): string {
  const plain = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function CellView({ name, value }: { readonly name: string; readonly value: Cell }): ReactNode {
  if (Array.isArray(value))
    return (
      <span className="order-nested">
        {value.map((inner, index) => (
          <span key={index}>
            {Object.entries(inner).map(([key, one]) => (
              <span key={key}>
                <span className="second">{labelOf(key)}</span> <CellView name={key} value={one} />{' '}
              </span>
            ))}
          </span>
        ))}
      </span>
    );
  if (typeof value === 'object') return <Money amount={value.amount} code={value.unit} />;
  if (typeof value === 'boolean') return <>{value ? 'yes' : 'no'}</>;
  if (typeof value === 'number') return <>{String(value)}</>;
  if (MOMENT.test(value)) return <Time iso={value} />;
  if (name === 'explorer' && /^https?:\/\//.test(value))
    return (
      <a href={value} target="_blank" rel="noreferrer">
        Look at it on the chain
      </a>
    );
  return <span className="order-text">{value}</span>;
}
