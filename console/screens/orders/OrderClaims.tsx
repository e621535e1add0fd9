import { Card } from '../../parts/Card.tsx';
import { ClaimsBar } from '../../parts/ClaimsBar.tsx';
import { Money } from '../../parts/Money.tsx';
import { moneyWords } from '../../parts/moneyWords.ts';
import type { OrderPage } from './OrderScreen.tsx';

/** What came, went and stays: the database refuses more than what is free. */
export function OrderClaims({ claims }: { readonly claims: OrderPage['claims'] }) {
  const { received, kept, free, sent, askedBack, givenBack, takenBack, underWay, lost } = claims;
  const share = ({ amount }: { readonly amount: string }) => Math.max(0, Number(amount));
  const said = `${moneyWords(free.amount)} ${free.unit}`;
  const words =
    share(free) > 0
      ? `${said}: may be given back, or sent as coins, once`
      : `Kept ${moneyWords(kept.amount)} ${kept.unit}: all of it is spoken for`;
  const columns = [
    ['Received', received],
    ['Given back', givenBack],
    ['Taken back', takenBack],
    ['Kept', kept],
    ['Sent', sent],
    ['Asked back by the bank', askedBack],
    ...(share(underWay) > 0 ? ([['On its way back', underWay]] as const) : []),
    ...(share(lost) > 0 ? ([['Lost', lost]] as const) : []),
  ] as const;
  return (
    <Card title="Claims" aside={<span className="second">the database refuses more than this</span>}>
      {share(received) > 0 ? (
        <ClaimsBar
          gone={share(received) - share(kept)}
          kept={share(kept)}
          words={words}
          label={`Of ${moneyWords(received.amount)} ${received.unit} that came, ${moneyWords(kept.amount)} are kept. ${words}.`}
        />
      ) : (
        <p className="second">Nothing was taken yet.</p>
      )}
      <dl className="order-claims">
        {columns.map(([label, { amount, unit }]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Money amount={amount} code={unit} size="strong" />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
