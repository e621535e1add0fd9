import './skeleton.css';

type SkeletonProps = {
  /** Number of expected rows. */
  readonly rows?: number;
  /** Height of each row in pixels; that of a table's row by default. */
  readonly height?: number;
};

/** A placeholder, visible only after 150 ms, so that fast loads show none. Its rows differ in width, like text. */
export function Skeleton({ rows = 1, height }: SkeletonProps) {
  return (
    <div className="skeleton" aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} style={{ blockSize: height, inlineSize: `${92 - ((index * 37) % 41)}%` }} />
      ))}
    </div>
  );
}
