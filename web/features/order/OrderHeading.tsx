import './orderHeading.css';
import type { ReactNode } from 'react';
import { textIfAny } from '../../i18n/text.ts';

type OrderHeadingProps = {
  /** A key from {@link findStatusKey}. */
  readonly words: string;
  readonly sentence?: ReactNode;
  readonly picture?: ReactNode;
};

/** Shows the status as the page heading; screen readers announce changes without moving the focus. */
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

/** Returns the localized status (`Delivering`), or its key if no translation exists yet. */
export function orderStatusText(words: string): string {
  return textIfAny(`order.status.${words}`) ?? words;
}
