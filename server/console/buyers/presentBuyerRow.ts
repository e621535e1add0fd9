import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { Role } from '@slipway/contract/entities/roles.ts';
import type { Profile } from '../../account/details/profileStore.ts';
import { maskEmail, maskNameForRoles } from '../personal/masks.ts';
import type { BuyerRecord } from './buyersStore.ts';

/** Returns a buyer's list row, masked for these roles. */
export function presentBuyerRow(
  roles: readonly Role[],
  { id, email, level, partnerId, createdAt, closedAt, blockedAt, country, lastOrderAt }: BuyerRecord,
  profile: Profile | undefined,
): ConsoleCallData<'buyers'>['rows'][number] {
  return {
    id,
    name: profile ? maskNameForRoles(roles, `${profile.firstName} ${profile.lastName}`) : null,
    mail: maskEmail(email),
    level,
    country,
    partner: partnerId,
    createdAt: createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    blockedAt: blockedAt?.toISOString() ?? null,
    lastOrderAt: lastOrderAt?.toISOString() ?? null,
  };
}
