import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { Role } from '@slipway/contract/entities/roles.ts';
import type { Profile } from '../../account/profileStore.ts';
import { maskedMail, nameFor } from '../personal/masks.ts';
import type { BuyerRecord } from './buyersStore.ts';

/** A buyer in a list, as these roles may read it. */
export function buyerRow(
  roles: readonly Role[],
  { id, email, level, partnerId, createdAt, closedAt, blockedAt, country, lastOrderAt }: BuyerRecord,
  profile: Profile | undefined,
): ConsoleCallData<'buyers'>['rows'][number] {
  return {
    id,
    name: profile ? nameFor(roles, `${profile.firstName} ${profile.lastName}`) : null,
    mail: maskedMail(email),
    level,
    country,
    partner: partnerId,
    createdAt: createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    blockedAt: blockedAt?.toISOString() ?? null,
    lastOrderAt: lastOrderAt?.toISOString() ?? null,
  };
}
