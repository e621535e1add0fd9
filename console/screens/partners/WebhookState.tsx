import { Dot } from '../../parts/Dot.tsx';
import { Time } from '../../parts/time/Time.tsx';
import type { Partner } from './partnerData.ts';

const DOTS = { none: 'unknown', on: 'good', resting: 'warn', off: 'bad' } as const;
const STATE_LABELS = { none: 'no secret yet', on: 'on', resting: 'paused', off: 'off' } as const;

/** Shows whether a partner's events are posted. */
export function WebhookState({ webhook }: { readonly webhook: Partner['webhook'] }) {
  const { state, restsUntil, url } = webhook;
  const isUnaddressed = state === 'on' && url === null;
  return (
    <span className="partners-state">
      <Dot state={isUnaddressed ? 'unknown' : DOTS[state]} />
      <span>
        {isUnaddressed ? 'no URL' : STATE_LABELS[state]}
        {restsUntil !== null && (
          <span className="second">
            {' '}
            until <Time iso={restsUntil} />
          </span>
        )}
      </span>
    </span>
  );
}
