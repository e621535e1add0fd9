import './orderHeading.css';
import type { ReactNode } from 'react';
import { textIfAny } from '../../i18n/text.ts';

type OrderHeadingProps = {
  /** A key of {@link statusWords}. */
  readonly words: string;
  readonly sentence?: ReactNode;
  readonly picture?: ReactNode;
};

/** The status is the page's heading; readers hear of a change without being moved. */
export function OrderHeading({ words, sentence, picture }: OrderHeadingProps) {
  return (
    <div className="order-heading">
      <div aria-live="polite">
        <h1>{orderStatusText(words)}</h1>
        {sentence && <p>{sentence}</p>}
      </div>
      {picture}
    </div>
  );
}

/** `Delivering`; a status that no language knows yet is shown as it is called. */
export function orderStatusText(words: string): string {
  return textIfAny(`order.status.${words}`) ?? words;
}
