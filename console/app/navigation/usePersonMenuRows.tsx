import { useNavigate } from '@tanstack/react-router';
import AtSign from 'lucide-react/icons/at-sign';
import Keyboard from 'lucide-react/icons/keyboard';
import Lock from 'lucide-react/icons/lock';
import LogOut from 'lucide-react/icons/log-out';
import { version } from '../../package.json';
import type { MenuRow } from '../../parts/overlays/Menu.tsx';
import { useFrameState } from '../frameState.ts';
import { type Density, type Theme, updatePreferences, usePreferences } from '../preferences.ts';

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;
const DENSITIES = [
  { value: 'dense', label: 'Compact' },
  { value: 'auto', label: 'Default' },
  { value: 'roomy', label: 'Comfortable' },
] as const;

/** Returns the rows of the person's menu, on the rail and on a phone. */
export function usePersonMenuRows(onKeys: () => void): MenuRow[] {
  const { theme, density, letters } = usePreferences();
  const { lock, leave, mentions } = useFrameState();
  const navigate = useNavigate();
  const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const;
  return [
    {
      kind: 'act',
      id: 'mentions',
      title: mentions > 0 ? `Mentions, ${mentions} unread` : 'Mentions',
      icon: <AtSign {...icon} />,
      onChoose: () => void navigate({ to: '/mentions' }),
    },
    {
      kind: 'choice',
      id: 'theme',
      title: 'Appearance',
      options: THEMES,
      value: theme,
      onChange: (value) => updatePreferences({ theme: value as Theme }),
    },
    {
      kind: 'choice',
      id: 'density',
      title: 'Density',
      options: DENSITIES,
      value: density,
      onChange: (value) => updatePreferences({ density: value as Density }),
    },
    {
      kind: 'switch',
      id: 'letters',
      title: 'Single-key shortcuts',
      on: letters,
      onChange: (on) => updatePreferences({ letters: on }),
    },
    { kind: 'act', id: 'keys', title: 'Keyboard shortcuts', icon: <Keyboard {...icon} />, keys: '?', onChoose: onKeys },
    ...(lock || leave ? ([{ kind: 'line', id: 'line' }] as const) : []),
    ...(lock ? ([{ kind: 'act', id: 'lock', title: 'Lock', icon: <Lock {...icon} />, onChoose: lock }] as const) : []),
    ...(leave
      ? ([{ kind: 'act', id: 'leave', title: 'Sign out', icon: <LogOut {...icon} />, onChoose: leave }] as const)
      : []),
    { kind: 'line', id: 'version-line' },
    { kind: 'text', id: 'version', title: `Slipway ${version}` },
  ];
}
