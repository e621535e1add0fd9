import './logo.css';
import { Picture } from './Picture.tsx';

type LogoProps = {
  readonly src: string;
  readonly name: string;
  readonly size?: number;
};

/** The logo of a provider; without a picture, its initial in the brand's colours if they are known. */
export function Logo({ src, name, size = 44 }: LogoProps) {
  const [brand = ''] = name.toLowerCase().split(' ');
  return (
    <span className="logo" data-brand={brand}>
      <Picture src={src} name={name} size={size} shape="soft" />
    </span>
  );
}
