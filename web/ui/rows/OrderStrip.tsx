import './orderStrip.css';
import type { ReactNode } from 'react';

type OrderStripProps = {
  /** A coin or a logo, 36 px wide. */
  readonly picture: ReactNode;
  /** The decided amount. */
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  /** The countdown. */
  readonly aside?: ReactNode;
};

/** Summarizes the earlier choices in one line at the top of the screen. */
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
