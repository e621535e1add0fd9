import type { ErrorKey } from '@slipway/contract/errors.ts';
import type { Database } from '../../platform/database/database.ts';
import type { RefusalLog } from '../../platform/http/gateway/refusalLog.ts';
import { type Refusal, recordRefusals } from './accessLogStore.ts';

/** Refusals that are logged because they may be an attack; the others are mistakes or part of a normal purchase. */
const KINDS: Partial<Readonly<Record<ErrorKey, Refusal['kind']>>> = {
  code_invalid: 'login_failed',
  code_expired: 'login_failed',
  passkey_refused: 'login_failed',
  code_too_soon: 'refused',
  work_needed: 'refused',
  confirmation_needed: 'refused',
  too_many_requests: 'refused',
  region_denied: 'refused',
  invalid_auth_token: 'refused',
  risk_control: 'refused',
  link_ended: 'refused',
  order_not_found: 'refused',
  order_not_yours: 'refused',
};

/**
 * Rows that a process may create within a minute. Further refusals are counted in shared rows, without account, email
 * address, client and country.
 */
const MOST_ROWS = 600;
const MINUTE_MS = 60_000;

export type AccessLog = RefusalLog & {
  /** Writes the pending entries. */
  flush(): Promise<void>;
};

type Noted = { readonly refusal: Refusal; times: number };

/**
 * Creates a log of refusals that does not delay the refused calls and cannot be made to fill the database: equal refusals
 * share a row, and the number of rows is limited. `nowMs` is the machine's time.
 */
export function createAccessLog(database: Database, nowMs: () => number = Date.now): AccessLog {
  let pending = new Map<string, Noted>();
  let minute = { opened: nowMs(), room: MOST_ROWS };

  function takeRoom(): boolean {
    if (nowMs() - minute.opened >= MINUTE_MS) minute = { opened: nowMs(), room: MOST_ROWS };
    if (minute.room <= 0) return false;
    minute.room -= 1;
    return true;
  }

  function incrementPending(refusal: Refusal): boolean {
    const noted = pending.get(buildKey(refusal));
    if (noted) noted.times += 1;
    return noted !== undefined;
  }

  return {
    note({ reason, email, ...refused }) {
      const kind = KINDS[reason];
      if (!kind) return;
      const refusal = { ...refused, kind, reason, email: kind === 'login_failed' ? email : '' };
      if (incrementPending(refusal)) return;
      const logged = takeRoom() ? refusal : { ...refusal, buyerId: null, email: '', client: '', country: '' };
      if (!incrementPending(logged)) pending.set(buildKey(logged), { refusal: logged, times: 1 });
    },

    async flush() {
      const noted = pending;
      pending = new Map();
      if (noted.size === 0) return;
      const counted = [...noted.values()].map(({ refusal, times }) => ({ ...refusal, times }));
      await recordRefusals(database, counted);
    },
  };
}

function buildKey({ kind, call, reason, buyerId, email, client }: Refusal): string {
  return JSON.stringify([kind, call, reason, buyerId, email, client]);
}
