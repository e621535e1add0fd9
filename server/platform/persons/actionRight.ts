import type { Role } from '@slipway/contract/entities/roles.ts';

/** Who may request an action, and who may approve it. `null`: it never needs a second person. */
export type ActionRight = { readonly requesters: readonly Role[]; readonly approvers: readonly Role[] | null };
