import './ring.css';

type RingProps = {
  readonly size?: number;
  /** Filled share of the ring, 0 to 1. */
  readonly share?: number;
  /** Spins for work in progress. */
  readonly turning?: boolean;
};

const RADIUS = 7.7;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;
const TURNING_SHARE = 0.3;

/** Ring for countdowns and progress; its meaning is shown as text next to it. */
export function Ring({ size = 18, share = 1, turning = false }: RingProps) {
  const drawn = (turning ? TURNING_SHARE : share) * CIRCUMFERENCE;
  return (
    <svg
      className={turning ? 'ring ring-turning' : 'ring'}
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
    >
      <circle cx="9" cy="9" r={RADIUS} strokeOpacity=".18" />
      {drawn > 0 && (
        <circle
          cx="9"
          cy="9"
          r={RADIUS}
          strokeLinecap="round"
          strokeDasharray={`${drawn} ${CIRCUMFERENCE}`}
          transform="rotate(-90 9 9)"
        />
      )}
    </svg>
  );
}
