import './orderStrip.css';
import type { ReactNode } from 'react';

type OrderStripProps = {
  /** A coin or a logo, 36 wide. */
  readonly picture: ReactNode;
  /** The amount that was decided. */
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  /** The countdown. */
  readonly aside?: ReactNode;
};

/** Recalls the decision already made, in one line at the top of the screen. */
export function OrderStrip({ picture, title, detail, aside }: OrderStripProps) {
  return (
    <div className="order-strip">
      {picture}
      <p>
        <b>{title}</b>
        {detail && <small>{detail}</small>}
      </p>
      {aside}
    </div>
  );
}
