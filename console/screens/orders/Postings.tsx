import { Empty } from '../../parts/Empty.tsx';
import { Money } from '../../parts/Money.tsx';
import { Time } from '../../parts/Time.tsx';
import type { OrderPage } from './OrderScreen.tsx';
import { words } from './statusWords.ts';

/** Every line of the ledger, asset by asset: each makes nothing. */
export function Postings({ page: { postings, proof } }: { readonly page: OrderPage }) {
  if (postings.length === 0) return <Empty>Nothing is booked yet: no money has moved.</Empty>;
  return (
    <>
      {proof.map((sum) => (
        <table key={sum.unit} className="order-records" aria-label={`Postings in ${sum.unit}`}>
          <thead>
            <tr>
              <th scope="col">{sum.unit}</th>
              <th scope="col">Account</th>
              <th scope="col" data-figure="">
                Debit +, credit −
              </th>
            </tr>
          </thead>
          <tbody>
            {postings.map(
              ({ at, entry, account, amount }, index) =>
                amount.unit === sum.unit && (
                  <tr key={index}>
                    <td>
                      <Time iso={at} /> {words(entry)}
                    </td>
                    <td className="mono" translate="no">
                      {account}
                    </td>
                    <td data-figure="">
                      <Money amount={amount.amount} />
                    </td>
                  </tr>
                ),
            )}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={2}>Sum</td>
              <td data-figure="">
                <Money amount={sum.amount} />
              </td>
            </tr>
          </tfoot>
        </table>
      ))}
    </>
  );
}
