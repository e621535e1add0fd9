import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { Role } from '@slipway/contract/entities/roles.ts';
import { isAmong, rightOf } from '../../operator/persons/rightOf.ts';
import type { PartnerAction } from '../../operator/requestStore.ts';
import type { Partner } from '../../partner/partner.ts';
import type { Person } from '../../platform/persons/readPersons.ts';

type Act = ConsoleCallData<'partner'>['acts'][number];

/** What stands with the partner, as far as it decides what may be done. */
export type PartnerStanding = {
  readonly partner: Partner;
  readonly hasSecret: boolean;
  readonly isOff: boolean;
  /** Whether a change of its row takes a second person. */
  readonly changeTakesTwo: boolean;
};

type Offered = {
  readonly label: string;
  readonly effect: string;
  /** Why it makes no sense now, whoever asks. */
  readonly why: (standing: PartnerStanding) => string;
  /** The answer is sealed for the command that asked: a browser could only pretend to show it. */
  readonly command?: string;
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
      'The key before is good for 24 hours more; with --at-once no longer. The new one is shown once, by the command that asked.',
    why: always,
    command: 'partner-key',
  },
  'rotate-secret': {
    label: 'Make its next secret',
    effect:
      'Both secrets sign for 24 hours; with --at-once the new one alone. It is shown once, by the command that asked.',
    why: always,
    command: 'rotate-secret',
  },
  'rotate-link-key': {
    label: 'Make the key of its links',
    effect:
      'Links of the key before open for 24 hours more; with --at-once no longer. It is shown once, by the command that asked.',
    why: always,
    command: 'rotate-link-key',
  },
};

/** What this person may do about a partner, and why not. Pure. */
export function partnerActsFor(
  standing: PartnerStanding,
  person: { readonly name: string; readonly roles: readonly Role[] },
  enrolled: Iterable<Pick<Person, 'name' | 'roles'>>,
): Act[] {
  const { partner } = standing;
  const acts = Object.entries(OFFERED).map(([action, { label, effect, why, command }]): Act => {
    const refused = why(standing) || refusedFor({ action, input: {} }, person.roles);
    return {
      action,
      label,
      effect,
      input: {},
      allowed: refused === '',
      why: refused,
      takesTwo: false,
      approvers: [],
      command: command === undefined ? null : `npm run operate -- ${command} ${partner.id}`,
    };
  });
  return [...acts, changeOf(standing, person, [...enrolled])];
}

function changeOf(
  { partner, changeTakesTwo }: PartnerStanding,
  person: { readonly name: string; readonly roles: readonly Role[] },
  enrolled: readonly Pick<Person, 'name' | 'roles'>[],
): Act {
  const input = { change: JSON.stringify({ kind: 'partner', key: partner.id, fields: {} }) };
  const refused = refusedFor({ action: 'set', input }, person.roles);
  const approves = rightOf({ action: 'set', input })?.approves;
  const mayAgree = enrolled.filter(({ name, roles }) => name !== person.name && isAmong(roles, approves));
  return {
    action: 'set',
    label: 'Change its row',
    effect:
      'Origins, addresses to go back to, the webhook address and the share: pages and deliveries follow within seconds.',
    input,
    allowed: refused === '',
    why: refused,
    takesTwo: changeTakesTwo,
    approvers: changeTakesTwo ? mayAgree.map(({ name }) => name).toSorted() : [],
    command: null,
  };
}

function refusedFor(wish: Parameters<typeof rightOf>[0], roles: readonly Role[]): string {
  const { asks = [] } = rightOf(wish) ?? {};
  return isAmong(roles, asks) ? '' : `This is for ${asks.join(', ')}.`;
}
