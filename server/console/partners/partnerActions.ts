import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { Role } from '@slipway/contract/entities/roles.ts';
import type { ActionButton } from '../../action/action.ts';
import { formatRoles } from '../../action/roles.ts';
import { hasAnyRole } from '../../action/statements/hasAnyRole.ts';
import { buildRequestedFields, isSecretKind, type SecretKind } from '../../configuration/partnerChanges.ts';
import type { KnownPartner } from '../../configuration/readKnownPartners.ts';
import { type ActionName, findRequestRight } from '../../operator/actions.ts';
import type { OperatorAction } from '../../operator/operatorAction.ts';
import type { ChangeRequest } from '../../partner/members/changeRequestStore.ts';
import { invitePartnerOwner } from '../../partnerPages/actions/invitePartnerOwner.ts';
import { reenablePartnerEndpoint } from '../../partnerPages/actions/reenablePartnerEndpoint.ts';
import { rejectChangeRequest } from '../../partnerPages/actions/rejectChangeRequest.ts';
import { replayEvents } from '../../partnerPages/actions/replayEvents.ts';
import { rotatePartnerKey } from '../../partnerPages/actions/rotatePartnerKey.ts';
import { rotatePartnerLinkKey } from '../../partnerPages/actions/rotatePartnerLinkKey.ts';
import { rotatePartnerSecret } from '../../partnerPages/actions/rotatePartnerSecret.ts';
import { sendTestEvents } from '../../partnerPages/actions/sendTestEvents.ts';
import type { Person } from '../../platform/persons/personRegistry.ts';

type PartnerAction = ConsoleCallData<'partner'>['acts'][number];

/** The state of a partner that decides which actions are available. */
export type PartnerState = {
  readonly partner: KnownPartner;
  /** True if the webhook endpoint has a secret; without one, no events are sent. */
  readonly hasSecret: boolean;
  /** True if the webhook endpoint is off. */
  readonly isEndpointOff: boolean;
  /** True if a change of the partner's row needs a second approval. */
  readonly changeNeedsSecondApproval: boolean;
  /** True if disabling or enabling the partner needs a second approval. */
  readonly switchNeedsSecondApproval: boolean;
};

/** Commands that fulfil requests for a new key or secret. */
const SECRET_ACTIONS = {
  key: 'partner-key',
  linkKey: 'rotate-link-key',
  webhookSecret: 'rotate-secret',
} as const satisfies Readonly<Record<SecretKind, ActionName>>;

const explainMissingSecret = ({ hasSecret }: PartnerState) =>
  hasSecret ? '' : 'No events are sent until the first secret exists. Create it with rotate-secret.';

/**
 * Actions in the order of the page. `why` returns the reason why an action is unavailable to everyone now, or an empty
 * text.
 */
const OFFERED: readonly {
  readonly action: OperatorAction & { readonly button: () => ActionButton };
  readonly why?: (partnerState: PartnerState) => string;
}[] = [
  { action: sendTestEvents, why: explainMissingSecret },
  { action: replayEvents, why: explainMissingSecret },
  {
    action: reenablePartnerEndpoint,
    why: (partnerState) =>
      explainMissingSecret(partnerState) || (partnerState.isEndpointOff ? '' : 'The endpoint is already enabled.'),
  },
  { action: rotatePartnerKey },
  { action: rotatePartnerSecret },
  { action: rotatePartnerLinkKey },
  { action: invitePartnerOwner },
];

/** Returns the actions on a partner, and for each whether this person may request it now, or why not. Pure. */
export function buildPartnerActions(
  partnerState: PartnerState,
  person: { readonly name: string; readonly roles: readonly Role[] },
  enrolled: Iterable<Pick<Person, 'name' | 'roles'>>,
): PartnerAction[] {
  const { partner } = partnerState;
  const persons = [...enrolled];
  const actions = OFFERED.map(({ action: { name, isSealed, button }, why }): PartnerAction => {
    const request = { action: name, input: {} };
    const refused = explainDisabled(partner) || why?.(partnerState) || explainRoleRefusal(request, person.roles);
    // The result is encrypted for the requester's command line; a page could not decrypt it.
    const isSecret = isSealed === true;
    return {
      id: name,
      action: name,
      ...button(),
      input: {},
      allowed: refused === '',
      why: refused,
      needsSecondApproval: isSecret,
      approvers: isSecret ? listApprovers(request, person, persons) : [],
      command: isSecret ? `npm run operate -- ${name} ${partner.id}` : null,
    };
  });
  const changes = [buildSwitchChange(partnerState), buildRowChange(partnerState)];
  return [...actions, ...changes.map((change) => buildChangeAction(partner.id, change, person, persons))];
}

/** Returns the actions, with their inputs, that fulfil or reject a request of the partner's people, if it is open. Pure. */
export function buildChangeRequestActions(
  partnerState: PartnerState,
  { id, kind, values, state }: Pick<ChangeRequest, 'id' | 'kind' | 'values' | 'state'>,
  person: { readonly name: string; readonly roles: readonly Role[] },
  enrolled: Iterable<Pick<Person, 'name' | 'roles'>>,
): PartnerAction[] {
  if (state !== 'open') return [];
  const persons = [...enrolled];
  const fulfilling = isSecretKind(kind)
    ? buildPartnerActions(partnerState, person, persons).find(({ action }) => action === SECRET_ACTIONS[kind])
    : buildChangeAction(
        partnerState.partner.id,
        { ...buildRowChange(partnerState), label: 'Approve', fields: buildRequestedFields(kind, values) ?? {} },
        person,
        persons,
      );
  const input = { request: String(id) };
  const refused = explainRoleRefusal({ action: 'reject-change', input }, person.roles);
  const rejecting: PartnerAction = {
    id: `reject:${id}`,
    action: rejectChangeRequest.name,
    ...rejectChangeRequest.button(),
    input,
    allowed: refused === '',
    why: refused,
    needsSecondApproval: false,
    approvers: [],
    command: null,
  };
  return [...(fulfilling ? [{ ...fulfilling, id: `approve:${id}` }] : []), rejecting];
}

/** Returns the reason why actions that need an enabled partner are unavailable; empty if the partner is enabled. */
function explainDisabled({ enabled }: KnownPartner): string {
  return enabled ? '' : 'This partner is disabled. Enable it first.';
}

type Change = Pick<PartnerAction, 'id' | 'label' | 'effect' | 'needsSecondApproval'> & {
  readonly fields: Readonly<Record<string, unknown>>;
};

function buildRowChange({ changeNeedsSecondApproval }: PartnerState): Change {
  return {
    id: 'set',
    label: 'Edit settings',
    effect:
      'The partner’s pages follow the new settings within a second, and the next events go to the new webhook URL. A new revenue share applies to new orders only.',
    needsSecondApproval: changeNeedsSecondApproval,
    fields: {},
  };
}

function buildSwitchChange({ partner: { enabled }, switchNeedsSecondApproval }: PartnerState): Change {
  return {
    id: 'switch',
    label: enabled ? 'Disable partner' : 'Enable partner',
    effect: enabled
      ? 'The partner’s pages can no longer open Slipway, and calls of its server are rejected. Existing orders continue, and you still owe the partner its revenue share.'
      : 'The partner’s pages can open Slipway again, according to its settings.',
    needsSecondApproval: switchNeedsSecondApproval,
    fields: { enabled: !enabled },
  };
}

function buildChangeAction(
  key: string,
  { fields, ...change }: Change,
  person: { readonly name: string; readonly roles: readonly Role[] },
  enrolled: readonly Pick<Person, 'name' | 'roles'>[],
): PartnerAction {
  const input = { change: JSON.stringify({ kind: 'partner', key, fields }) };
  const refused = explainRoleRefusal({ action: 'set', input }, person.roles);
  return {
    ...change,
    action: 'set',
    input,
    allowed: refused === '',
    why: refused,
    approvers: change.needsSecondApproval ? listApprovers({ action: 'set', input }, person, enrolled) : [],
    command: null,
  };
}

function listApprovers(
  request: Parameters<typeof findRequestRight>[0],
  person: { readonly name: string },
  enrolled: readonly Pick<Person, 'name' | 'roles'>[],
): string[] {
  const approverRoles = findRequestRight(request)?.approvers;
  const eligible = enrolled.filter(({ name, roles }) => name !== person.name && hasAnyRole(roles, approverRoles));
  return [...new Set(eligible.map(({ name }) => name))].toSorted();
}

function explainRoleRefusal(request: Parameters<typeof findRequestRight>[0], roles: readonly Role[]): string {
  const { requesters = [] } = findRequestRight(request) ?? {};
  return hasAnyRole(roles, requesters) ? '' : `Requires the ${formatRoles(requesters)} role.`;
}
