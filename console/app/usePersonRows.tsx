import { useNavigate } from '@tanstack/react-router';
import AtSign from 'lucide-react/icons/at-sign';
import Keyboard from 'lucide-react/icons/keyboard';
import Lock from 'lucide-react/icons/lock';
import LogOut from 'lucide-react/icons/log-out';
import type { MenuRow } from '../parts/Menu.tsx';
import { useFrame } from './frameState.ts';
import { choosePreferences, type Density, type Theme, usePreferences } from './preferences.ts';

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;
const DENSITIES = [
  { value: 'dense', label: 'Dense' },
  { value: 'auto', label: 'Usual' },
  { value: 'roomy', label: 'Roomy' },
] as const;

/** The rows of the menu of the person, on the rail and on a phone. */
export function usePersonRows(onKeys: () => void): MenuRow[] {
  const { theme, density, letters } = usePreferences();
  const { lock, leave, mentions } = useFrame();
  const navigate = useNavigate();
  const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const;
  return [
    {
      kind: 'act',
      id: 'mentions',
      title: mentions > 0 ? `Mentions of me, ${mentions} not read` : 'Mentions of me',
      icon: <AtSign {...icon} />,
      onChoose: () => void navigate({ to: '/mentions' }),
    },
    {
      kind: 'choice',
      id: 'theme',
      title: 'Look',
      options: THEMES,
      value: theme,
      onChange: (value) => choosePreferences({ theme: value as Theme }),
    },
    {
      kind: 'choice',
      id: 'density',
      title: 'Rows',
      options: DENSITIES,
      value: density,
      onChange: (value) => choosePreferences({ density: value as Density }),
    },
    {
      kind: 'switch',
      id: 'letters',
      title: 'Single letters do something',
      on: letters,
      onChange: (on) => choosePreferences({ letters: on }),
    },
    { kind: 'act', id: 'keys', title: 'All keys', icon: <Keyboard {...icon} />, keys: '?', onChoose: onKeys },
    ...(lock || leave ? ([{ kind: 'line', id: 'line' }] as const) : []),
    ...(lock ? ([{ kind: 'act', id: 'lock', title: 'Lock', icon: <Lock {...icon} />, onChoose: lock }] as const) : []),
    ...(leave
      ? ([{ kind: 'act', id: 'leave', title: 'Leave', icon: <LogOut {...icon} />, onChoose: leave }] as const)
      : []),
  ];
}
