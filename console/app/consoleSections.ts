import type { Role } from '@slipway/contract/entities/roles.ts';
import ChartColumn from 'lucide-react/icons/chart-column';
import Handshake from 'lucide-react/icons/handshake';
import Inbox from 'lucide-react/icons/inbox';
import Plug from 'lucide-react/icons/plug';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Scale from 'lucide-react/icons/scale';
import ShieldCheck from 'lucide-react/icons/shield-check';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Sun from 'lucide-react/icons/sun';
import Users from 'lucide-react/icons/users';
import Waves from 'lucide-react/icons/waves';
import type { SectionId } from './sectionIds.ts';

export type ConsoleSection = {
  readonly id: SectionId;
  readonly title: string;
  readonly icon: typeof Sun;
  /** '' comes first, without a heading. */
  readonly group: '' | 'Money' | 'Configuration' | 'Admin';
  /** Key after `G`; two sections have none. */
  readonly letter?: string;
  /** Shown in a phone's bar, with Search and More. */
  readonly inBar: boolean;
  /** Roles for which it is the start section. */
  readonly firstFor?: readonly Role[];
  /** Roles that may read it; absent if all may. The same roles as those of the section's calls in the contract. */
  readonly readers?: readonly Role[];
};

/** Every section of the console, in the order of the rail. Its path is its id; its screen is in `screens/<id>/`. */
export const consoleSections: readonly ConsoleSection[] = [
  { id: 'today', title: 'Today', icon: Sun, group: '', letter: 'T', inBar: true, firstFor: ['admin'] },
  { id: 'reviews', title: 'Reviews', icon: Inbox, group: '', letter: 'R', inBar: true, firstFor: ['compliance'] },
  { id: 'orders', title: 'Orders', icon: ReceiptText, group: '', letter: 'O', inBar: false, firstFor: ['support'] },
  { id: 'buyers', title: 'Buyers', icon: Users, group: '', letter: 'B', inBar: false },
  {
    id: 'treasury',
    title: 'Treasury',
    icon: Waves,
    group: 'Money',
    letter: 'Y',
    inBar: true,
    firstFor: ['treasurer'],
  },
  { id: 'reconciliation', title: 'Reconciliation', icon: Scale, group: 'Money', letter: 'C', inBar: false },
  {
    id: 'catalog',
    title: 'Pricing & rules',
    icon: SlidersHorizontal,
    group: 'Configuration',
    letter: 'L',
    inBar: false,
  },
  { id: 'providers', title: 'Providers', icon: Plug, group: 'Configuration', letter: 'P', inBar: false },
  { id: 'partners', title: 'Partners', icon: Handshake, group: 'Configuration', letter: 'N', inBar: false },
  {
    id: 'reports',
    title: 'Reports',
    icon: ChartColumn,
    group: 'Admin',
    inBar: false,
    firstFor: ['viewer'],
    readers: ['viewer', 'compliance', 'treasurer', 'admin'],
  },
  { id: 'people', title: 'People', icon: ShieldCheck, group: 'Admin', inBar: false },
];

/** Returns whether these roles may read a section. */
export function canReadSection({ readers }: ConsoleSection, roles: readonly Role[]): boolean {
  return readers === undefined || readers.some((role) => roles.includes(role));
}

/**
 * Returns the start section of the person's role. With several roles, or none, it is the first of `built`: Today, which lists
 * what needs any of them. `viewer` does not count, because every other role includes it. Undefined if `built` is empty.
 */
export function findStartSection(roles: readonly Role[], built: readonly ConsoleSection[]): ConsoleSection | undefined {
  const acting = roles.filter((role) => role !== 'viewer');
  const [role, other] = acting.length === 0 ? roles : acting;
  const first = role !== undefined && other === undefined && built.find(({ firstFor }) => firstFor?.includes(role));
  return first || built[0];
}
