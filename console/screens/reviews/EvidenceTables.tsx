import { Tag } from '../../parts/Tag.tsx';
import { ScrollRegion } from '../../parts/tables/ScrollRegion.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { OrderNumber } from '../../parts/values/OrderNumber.tsx';
import { RevealableField } from '../../person/RevealableField.tsx';
import type { ReviewData } from './ReviewDetails.tsx';
import { TimeOrText } from './TimeOrText.tsx';

/** The values of each side in columns; text without a match on the other side is marked. */
export function EvidenceComparison({ review: { columns, rows } }: { readonly review: ReviewData }) {
  const hasVerdict = rows.some(({ verdict }) => verdict.text !== '');
  return (
    <ScrollRegion label="Comparison">
      <table className="review-compared">
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">Field</span>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            {hasVerdict && (
              <th scope="col">
                <span className="unseen">Result</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells, verdict }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map(({ words, reveal }, at) => {
                const text = words.map((word) => word.text).join(' ');
                return (
                  <td key={columns[at]} data-label={columns[at]}>
                    {reveal ? <RevealableField masked={text} field={reveal} /> : <MarkedWords words={words} />}
                  </td>
                );
              })}
              {hasVerdict && (
                <td className={verdict.tone === 'plain' ? 'second' : verdict.tone} data-verdict="">
                  {verdict.text}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function MarkedWords({ words }: { readonly words: ReviewData['rows'][number]['cells'][number]['words'] }) {
  return words.map(({ text, differs }, index) => (
    <span key={index}>
      {index > 0 && ' '}
      {differs ? <mark>{text}</mark> : <TimeOrText text={text} />}
    </span>
  ));
}

/** Candidate orders with their scores: total, and parts. */
export function CandidateOrders({ candidates }: Pick<ReviewData, 'candidates'>) {
  return (
    <ScrollRegion label="Possible orders">
      <table className="review-compared review-candidates">
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Match score</th>
            <th scope="col">Amount · name · timing</th>
            <th scope="col">Buyer</th>
            <th scope="col">Amount due</th>
            <th scope="col">Created</th>
          </tr>
        </thead>
        <tbody>
          {candidates.map(({ orderNo, status, due, buyer, createdAt, score, parts }, at) => (
            <tr key={orderNo}>
              <th scope="row">
                {at + 1} <OrderNumber orderNo={orderNo} short />
                <Tag small>{status}</Tag>
              </th>
              <td data-label="Match score">
                <b>{score}</b>
              </td>
              <td data-label="Amount · name · timing">
                {parts.amount} · {parts.name} · {parts.time}
              </td>
              <td data-label="Buyer">{buyer || '–'}</td>
              <td data-label="Amount due">
                <Money amount={due.amount} code={due.unit} />
              </td>
              <td data-label="Created">
                <Time iso={createdAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
