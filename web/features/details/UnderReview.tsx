import './underReview.css';
import UserRoundSearch from 'lucide-react/icons/user-round-search';
import { text } from '../../i18n/text.ts';

/** Somebody looks at the details; the page goes on by itself. */
export function UnderReview() {
  return (
    <div className="under-review">
      <span className="under-review-ring">
        <UserRoundSearch size={36} strokeWidth={1.8} aria-hidden="true" />
      </span>
      <div aria-live="polite">
        <h1 className="lead">{text('details.under_review')}</h1>
      </div>
      <p className="hint">{text('details.under_review_detail')}</p>
    </div>
  );
}
