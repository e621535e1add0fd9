/* oxlint-disable jsx-a11y/prefer-tag-over-role -- drawn with elements: there is no image file */
import './charts.css';

type ReceivedAmountBarProps = {
  /** Shares of the received amount, used only for the lengths. */
  readonly gone: number;
  readonly retained: number;
  /** Shown in the retained part: "1,640.00 EUR available for a refund or a payout". */
  readonly retainedLabel: string;
  /** Accessible description of the bar. */
  readonly label: string;
};

/** A bar of the received amount: the part that has left is hatched, the retained part solid. */
export function ReceivedAmountBar({ gone, retained, retainedLabel, label }: ReceivedAmountBarProps) {
  return (
    <div className="claims-bar" role="img" aria-label={label}>
      {gone > 0 && <i data-part="gone" style={{ flexGrow: gone }} />}
      {retained > 0 && (
        <i data-part="kept" style={{ flexGrow: retained }}>
          {retainedLabel}
        </i>
      )}
    </div>
  );
}
