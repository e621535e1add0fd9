import { Money } from '../../parts/Money.tsx';
import { OrderNumber } from '../../parts/OrderNumber.tsx';
import { Scrolls } from '../../parts/Scrolls.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';
import { Reveal } from '../../person/Reveal.tsx';
import type { ShownReview } from './OneReview.tsx';
import { TimeOr } from './TimeOr.tsx';

/** What each side says, below each other's heads; words that the other side does not have are marked. */
export function Compared({ review: { columns, rows } }: { readonly review: ShownReview }) {
  const hasVerdict = rows.some(({ verdict }) => verdict.text !== '');
  return (
    <Scrolls label="Compared">
      <table className="review-compared">
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">What</span>
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
                    {reveal ? <Reveal masked={text} field={reveal} /> : <Words words={words} />}
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
    </Scrolls>
  );
}

function Words({ words }: { readonly words: ShownReview['rows'][number]['cells'][number]['words'] }) {
  return words.map(({ text, differs }, index) => (
    <span key={index}>
      {index > 0 && ' '}
      {differs ? <mark>{text}</mark> : <TimeOr text={text} />}
    </span>
  ));
}

/** Orders with how well each fits: the whole, and its parts. */
export function Candidates({ candidates }: Pick<ShownReview, 'candidates'>) {
  return (
    <Scrolls label="Orders that it may be for">
      <table className="review-compared review-candidates">
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Score</th>
            <th scope="col">Amount, name, time</th>
            <th scope="col">Buyer</th>
            <th scope="col">Still due</th>
            <th scope="col">Made</th>
          </tr>
        </thead>
        <tbody>
          {candidates.map(({ orderNo, status, due, buyer, madeAt, score, parts }, at) => (
            <tr key={orderNo}>
              <th scope="row">
                {at + 1} <OrderNumber orderNo={orderNo} short />
                <Tag small>{status}</Tag>
              </th>
              <td data-label="Score">
                <b>{score}</b>
              </td>
              <td data-label="Amount, name, time">
                {parts.amount}, {parts.name}, {parts.time}
              </td>
              <td data-label="Buyer">{buyer || '–'}</td>
              <td data-label="Still due">
                <Money amount={due.amount} code={due.unit} />
              </td>
              <td data-label="Made">
                <Time iso={madeAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}
