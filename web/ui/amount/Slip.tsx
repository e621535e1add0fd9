import './slip.css';
import type { ReactNode } from 'react';

type SlipProps = {
  readonly pay: ReactNode;
  readonly receive: ReactNode;
  /** The half with the error; its border turns red. */
  readonly fault?: 'pay' | 'receive' | undefined;
  /** The half that is not being typed is outdated and is dimmed. */
  readonly stale?: boolean;
  readonly waterline: ReactNode;
};

/** Pay and receive halves in one box, separated by the waterline. */
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
  /** Remaining share of the quote's lifetime, 0 to 1; null without a quote: the line is static and grey. */
  readonly share: number | null;
  /** The rate, in a pill on the line. */
  readonly children?: ReactNode;
};

/** Line between the two halves that drains during the quote's lifetime. */
export function Waterline({ share, children }: WaterlineProps) {
  return (
    <div className="waterline">
      <i style={{ transform: `scaleX(${share ?? 0})` }} data-move={chooseAnimation(share)} />
      {children && (
        <p className="waterline-rate">
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}

/** Returns the animation: drain each second, fill at once for a new quote, none (grey) without a quote. */
function chooseAnimation(share: number | null): 'drain' | 'fill' | 'none' {
  if (share === null) return 'none';
  return share > 0.97 ? 'fill' : 'drain';
}
