import './slip.css';
import type { ReactNode } from 'react';

type SlipProps = {
  readonly pay: ReactNode;
  readonly receive: ReactNode;
  /** Which half is at fault; its border turns red. */
  readonly fault?: 'pay' | 'receive' | undefined;
  /** What is not being typed no longer holds: it steps back. */
  readonly stale?: boolean;
  readonly waterline: ReactNode;
};

/** Pay and get on one sheet, joined by the waterline. */
export function Slip({ pay, receive, fault, stale, waterline }: SlipProps) {
  return (
    <section className="slip" data-stale={stale ? '' : undefined}>
      <div className="slip-half slip-pay" data-fault={fault === 'pay' ? '' : undefined}>
        {pay}
      </div>
      {waterline}
      <div className="slip-half slip-receive" data-fault={fault === 'receive' ? '' : undefined}>
        {receive}
      </div>
    </section>
  );
}

type WaterlineProps = {
  /** Share of the quote's life that is left, 0 to 1; null while there is no quote: the line stands still and grey. */
  readonly share: number | null;
  /** The rate, in a pill on the line. */
  readonly children?: ReactNode;
};

/** The seam between what you pay and what you get: it drains while the quote lives. */
export function Waterline({ share, children }: WaterlineProps) {
  return (
    <div className="waterline">
      <i style={{ transform: `scaleX(${share ?? 0})` }} data-move={waterMove(share)} />
      {children && (
        <p className="waterline-rate">
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}

/** The line drains second by second, fills at once with a new quote, and stands grey when there is none. */
function waterMove(share: number | null): 'drain' | 'fill' | 'none' {
  if (share === null) return 'none';
  return share > 0.97 ? 'fill' : 'drain';
}
