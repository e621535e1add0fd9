import type { Role } from '@slipway/contract/entities/roles.ts';

/** The roles that may request an action, and those that may approve it. `approvers` null: it never needs a second person. */
export type ActionRight = { readonly requesters: readonly Role[]; readonly approvers: readonly Role[] | null };
