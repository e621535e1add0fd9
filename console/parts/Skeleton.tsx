import './skeleton.css';

type SkeletonProps = {
  /** How many rows come. */
  readonly rows?: number;
  /** The height of each: rows of a table by default. */
  readonly height?: number;
};

/** The shape of what comes, seen after 150 ms only: what is quick shows nothing first. */
export function Skeleton({ rows = 1, height }: SkeletonProps) {
  return (
    <div className="skeleton" aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} style={{ blockSize: height, inlineSize: `${92 - ((index * 37) % 41)}%` }} />
      ))}
    </div>
  );
}
