import { EmptyState } from '../../parts/EmptyState.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { Money } from '../../parts/values/Money.tsx';
import type { OrderPage } from './OrderScreen.tsx';
import { formatCodeAsLabel } from './orderLabels.ts';

/** Every ledger posting, by asset; each asset sums to zero. */
export function Postings({ page: { postings, proof } }: { readonly page: OrderPage }) {
  if (postings.length === 0) return <EmptyState>No ledger entries yet: no money has moved.</EmptyState>;
  return (
    <>
      {proof.map((sum) => (
        <table key={sum.unit} className="order-records" aria-label={`Ledger entries in ${sum.unit}`}>
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
                      <Time iso={at} /> {formatCodeAsLabel(entry)}
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
              <td colSpan={2}>Total</td>
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
