import { Dot } from '../../parts/Dot.tsx';
import { Time } from '../../parts/Time.tsx';
import type { Partner } from './partner.ts';

const DOTS = { none: 'unknown', on: 'good', resting: 'warn', off: 'bad' } as const;
const WORDS = { none: 'no secret yet', on: 'on', resting: 'rests', off: 'off' } as const;

/** Whether a partner's events are posted, in a word. */
export function WebhookState({ webhook }: { readonly webhook: Partner['webhook'] }) {
  const { state, restsUntil, url } = webhook;
  const isUnaddressed = state === 'on' && url === null;
  return (
    <span className="partners-state">
      <Dot state={isUnaddressed ? 'unknown' : DOTS[state]} />
      <span>
        {isUnaddressed ? 'no address' : WORDS[state]}
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
