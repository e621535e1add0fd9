import { RichText } from '../i18n/RichText.tsx';
import { text } from '../i18n/text.ts';

/** Shows the operator's name with the specified wording. */
export function PowerBy() {
  return (
    <p className="plugin-power" dir="auto">
      <RichText of="plugin.power_by" with={{ name: <OperatorName /> }} />
    </p>
  );
}

function OperatorName() {
  return (
    <b>
      <svg
        aria-hidden="true"
        width="16"
        height="16"
        viewBox="0 0 28 28"
        fill="none"
        stroke="currentColor"
        strokeWidth="4.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M14.5 19.5H25" />
        <path d="M3.5 8l11 11.5" />
      </svg>
      {text('operator.name')}
    </b>
  );
}
