import './orderHeading.css';
import CircleCheck from 'lucide-react/icons/circle-check';
import type { ReactNode } from 'react';
import { findText } from '../../i18n/text.ts';

type OrderHeadingProps = {
  /** A key from {@link findStatusKey}. */
  readonly textKey: string;
  readonly sentence?: ReactNode;
  /** The amount that has arrived: larger than the status. */
  readonly hero?: ReactNode;
  readonly picture?: ReactNode;
};

/** Shows the status as the page heading; screen readers announce changes without moving the focus. */
export function OrderHeading({ textKey, sentence, hero, picture }: OrderHeadingProps) {
  return (
    <div className="order-heading" data-hero={hero ? '' : undefined}>
      <div aria-live="polite">
        <h1>
          {hero && <CircleCheck size={20} strokeWidth={2.2} aria-hidden="true" />}
          {formatOrderStatus(textKey)}
        </h1>
        {hero && <p className="order-hero">{hero}</p>}
        {sentence && <p>{sentence}</p>}
      </div>
      {picture}
    </div>
  );
}

/** Returns the localized status (`Delivering`), or its key if no translation exists yet. */
export function formatOrderStatus(textKey: string): string {
  return findText(`order.status.${textKey}`) ?? textKey;
}
