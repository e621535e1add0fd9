import './picture.css';
import { useState } from 'react';

type PictureProps = {
  readonly src: string;
  /** Its first letter is shown if there is no picture. */
  readonly name: string;
  readonly size: number;
  /** `round` for coins and flags, `soft` for logos. */
  readonly shape: 'round' | 'soft';
};

/** Small picture next to the same name as text, so screen readers skip it. See {@link Coin}, {@link Flag} and `Logo`. */
export function Picture({ src, name, size, shape }: PictureProps) {
  const [failed, setFailed] = useState('');
  const className = `picture picture-${shape}`;
  if (!src || failed === src) {
    return (
      <span
        className={`${className} picture-letter`}
        style={{ width: size, height: size, fontSize: size * 0.44 }}
        aria-hidden="true"
      >
        {name.slice(0, 1).toUpperCase()}
      </span>
    );
  }
  return (
    <img
      className={className}
      src={src}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(src)}
    />
  );
}

/** A coin's picture; takes the API's imgUrl and the symbol. */
export function Coin({
  src,
  symbol,
  size = 30,
}: {
  readonly src: string;
  readonly symbol: string;
  readonly size?: number;
}) {
  return <Picture src={src} name={symbol} size={size} shape="round" />;
}

/** A country's flag, by ISO 3166 code. */
export function Flag({ code, size = 24 }: { readonly code: string; readonly size?: number }) {
  return <Picture src={`/images/flags/${code.toLowerCase()}.svg`} name={code} size={size} shape="round" />;
}
