import './skeleton.css';

type SkeletonProps = {
  readonly width?: number | string;
  readonly height: number;
  readonly round?: boolean;
};

/** Placeholder in the shape of the content, shown after 150 ms. Set `aria-busy` and a visually hidden text on its container. */
export function Skeleton({ width = '100%', height, round = false }: SkeletonProps) {
  return <span className="skeleton" data-round={round ? '' : undefined} style={{ width, height }} aria-hidden="true" />;
}
