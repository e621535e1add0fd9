import './skeleton.css';

type SkeletonProps = {
  readonly width?: number | string;
  readonly height: number;
  readonly round?: boolean;
};

/** The shape of what comes, shown after 150 ms. Put `aria-busy` and a hidden word on the part that holds it. */
export function Skeleton({ width = '100%', height, round = false }: SkeletonProps) {
  return <span className="skeleton" data-round={round ? '' : undefined} style={{ width, height }} aria-hidden="true" />;
}
