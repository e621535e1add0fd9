import './picture.css';
import { useState } from 'react';

type PictureProps = {
  readonly src: string;
  /** Its first letter is shown if there is no picture. */
  readonly name: string;
  readonly size: number;
  /** `round` for coins and flags, `soft` for logos. */
  readonly shape: 'round' | 'soft';
  /** Key of the brand's colours for the initial, see picture.css. */
  readonly brand?: string;
};

/** Small picture next to the same name as text, so screen readers skip it. */
function Picture({ src, name, size, shape, brand }: PictureProps) {
  const [failed, setFailed] = useState('');
  const className = `picture picture-${shape}`;
  if (!src || failed === src) {
    return (
      <span
        className={`${className} picture-letter`}
        data-brand={brand}
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

/** The logo of a provider; without a picture, its initial in the brand's colours if they are known. */
export function Logo({
  src,
  name,
  size = 44,
}: {
  readonly src: string;
  readonly name: string;
  readonly size?: number;
}) {
  const [brand = ''] = name.toLowerCase().split(' ');
  return <Picture src={src} name={name} size={size} shape="soft" brand={brand} />;
}
