import './brand.css';

/** Renders the logo and the name. The logo is a ramp that runs into a water line. */
export function Brand({ large = false }: { readonly large?: boolean }) {
  return (
    <span className="brand" data-large={large ? '' : undefined}>
      <svg
        aria-hidden="true"
        width="26"
        height="26"
        viewBox="0 0 28 28"
        fill="none"
        strokeWidth="4.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path className="brand-water" d="M14.5 19.5H25" />
        <path className="brand-ramp" d="M3.5 8l11 11.5" />
      </svg>
      Slipway
    </span>
  );
}
