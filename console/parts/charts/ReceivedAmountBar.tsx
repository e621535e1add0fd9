/* oxlint-disable jsx-a11y/prefer-tag-over-role -- drawn with elements: there is no image file */
import './charts.css';

type ReceivedAmountBarProps = {
  /** Shares of the received amount, used only for the lengths. */
  readonly gone: number;
  readonly received: number;
  /** Shown in the kept part: "1,640.00 EUR available to refund, or to send as crypto, once". */
  readonly receivedLabel: string;
  /** Accessible description of the bar. */
  readonly label: string;
};

/** A bar of the received amount: the part that has left is hatched, the kept part solid. */
export function ReceivedAmountBar({ gone, received, receivedLabel, label }: ReceivedAmountBarProps) {
  return (
    <div className="claims-bar" role="img" aria-label={label}>
      {gone > 0 && <i data-part="gone" style={{ flexGrow: gone }} />}
      {received > 0 && (
        <i data-part="kept" style={{ flexGrow: received }}>
          {receivedLabel}
        </i>
      )}
    </div>
  );
}
