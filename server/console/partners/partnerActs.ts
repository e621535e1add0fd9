import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { Role } from '@slipway/contract/entities/roles.ts';
import { isAmong, rightOf } from '../../operator/persons/rightOf.ts';
import { type PartnerAction, SECRET_ACTIONS } from '../../operator/requestActions.ts';
import type { Person } from '../../platform/persons/readPersons.ts';
import type { KnownPartner } from './knownPartners.ts';

type Act = ConsoleCallData<'partner'>['acts'][number];

/** What stands with the partner, as far as it decides what may be done. */
export type PartnerStanding = {
  readonly partner: KnownPartner;
  readonly hasSecret: boolean;
  readonly isOff: boolean;
  /** Whether a change of its row takes a second person, and whether it does to switch it off, or on again. */
  readonly changeTakesTwo: boolean;
  readonly switchTakesTwo: boolean;
};

type Offered = {
  readonly label: string;
  readonly effect: string;
  /** Why it makes no sense now, whoever asks. */
  readonly why: (standing: PartnerStanding) => string;
};

const always = () => '';
const needsSecret = ({ hasSecret }: PartnerStanding) =>
  hasSecret ? '' : 'Nothing is posted before the first secret is made: rotate-secret makes it.';

const OFFERED: Readonly<Record<PartnerAction, Offered>> = {
  'test-events': {
    label: 'Send test events',
    effect: 'An event of each type is posted that says of itself that it is a test. No order is touched.',
    why: needsSecret,
  },
  'replay-events': {
    label: 'Post events once more',
    effect:
      'One event, or all since a position or a time, go out again by the same ids: a receiver drops what it knows.',
    why: needsSecret,
  },
  'switch-on': {
    label: 'Post to it again',
    effect: 'What has waited goes out first, in the order of its orders.',
    why: ({ isOff, ...standing }) => needsSecret({ isOff, ...standing }) || (isOff ? '' : 'Its endpoint is on.'),
  },
  'partner-key': {
    label: 'Make its next key',
    effect:
      'The key before is good for 24 hours more; with --at-once no longer. A second admin approves it, then you collect the new one once.',
    why: always,
  },
  'rotate-secret': {
    label: 'Make its next secret',
    effect:
      'Both secrets sign for 24 hours; with --at-once only the new one. A second admin approves it, then you collect it once.',
    why: always,
  },
  'rotate-link-key': {
    label: 'Make the key of its links',
    effect:
      'Links of the key before open for 24 hours more; with --at-once no longer. A second admin approves it, then you collect it once.',
    why: always,
  },
};

/** What this person may do about a partner, and why not. Pure. */
export function partnerActsFor(
  standing: PartnerStanding,
  person: { readonly name: string; readonly roles: readonly Role[] },
  enrolled: Iterable<Pick<Person, 'name' | 'roles'>>,
): Act[] {
  const { partner } = standing;
  const persons = [...enrolled];
  const acts = Object.entries(OFFERED).map(([action, { label, effect, why }]): Act => {
    const wish = { action, input: {} };
    const refused = isOffWhy(partner) || why(standing) || refusedFor(wish, person.roles);
    // The answer is sealed for the asker's command line: a page could not open it.
    const isSecret = SECRET_ACTIONS.includes(action);
    return {
      id: action,
      action,
      label,
      effect,
      input: {},
      allowed: refused === '',
      why: refused,
      takesTwo: isSecret,
      approvers: isSecret ? approversOf(wish, person, persons) : [],
      command: isSecret ? `npm run operate -- ${action} ${partner.id}` : null,
    };
  });
  const changes = [switchOf(standing), changeOf(standing)];
  return [...acts, ...changes.map((change) => offeredChange(partner.id, change, person, persons))];
}

/** What the clerk does for a partner of today's settings alone. */
function isOffWhy({ enabled }: KnownPartner): string {
  return enabled ? '' : 'It is switched off: switch it on again first.';
}

type Change = Pick<Act, 'id' | 'label' | 'effect' | 'takesTwo'> & {
  readonly fields: Readonly<Record<string, unknown>>;
};

function changeOf({ changeTakesTwo }: PartnerStanding): Change {
  return {
    id: 'set',
    label: 'Change its row',
    effect:
      'Pages follow within a second, and what is posted next goes to the address then. A share is for orders that are made from then on: those that there are keep theirs.',
    takesTwo: changeTakesTwo,
    fields: {},
  };
}

function switchOf({ partner: { enabled }, switchTakesTwo }: PartnerStanding): Change {
  return {
    id: 'switch',
    label: enabled ? 'Switch it off' : 'Switch it on again',
    effect: enabled
      ? 'Nothing opens from its pages any more, and its server is answered no more. Orders that there are go on, and what it is owed stays.'
      : 'Its pages open again, by what its row says.',
    takesTwo: switchTakesTwo,
    fields: { enabled: !enabled },
  };
}

function offeredChange(
  key: string,
  { fields, ...change }: Change,
  person: { readonly name: string; readonly roles: readonly Role[] },
  enrolled: readonly Pick<Person, 'name' | 'roles'>[],
): Act {
  const input = { change: JSON.stringify({ kind: 'partner', key, fields }) };
  const refused = refusedFor({ action: 'set', input }, person.roles);
  return {
    ...change,
    action: 'set',
    input,
    allowed: refused === '',
    why: refused,
    approvers: change.takesTwo ? approversOf({ action: 'set', input }, person, enrolled) : [],
    command: null,
  };
}

function approversOf(
  wish: Parameters<typeof rightOf>[0],
  person: { readonly name: string },
  enrolled: readonly Pick<Person, 'name' | 'roles'>[],
): string[] {
  const approves = rightOf(wish)?.approves;
  const mayAgree = enrolled.filter(({ name, roles }) => name !== person.name && isAmong(roles, approves));
  return [...new Set(mayAgree.map(({ name }) => name))].toSorted();
}

function refusedFor(wish: Parameters<typeof rightOf>[0], roles: readonly Role[]): string {
  const { asks = [] } = rightOf(wish) ?? {};
  return isAmong(roles, asks) ? '' : `This is for ${asks.join(', ')}.`;
}
