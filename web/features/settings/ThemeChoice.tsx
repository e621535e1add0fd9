import './themeChoice.css';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useId } from 'react';
import { type TextKey, text } from '../../i18n/text.ts';

const choices = [
  { theme: 'system', label: 'settings.theme_system', Icon: Monitor },
  { theme: 'light', label: 'settings.theme_light', Icon: Sun },
  { theme: 'dark', label: 'settings.theme_dark', Icon: Moon },
] as const satisfies readonly { theme: string; label: TextKey; Icon: typeof Sun }[];

export type ChosenTheme = (typeof choices)[number]['theme'];

type ThemeChoiceProps = { readonly theme: ChosenTheme; readonly onChange: (theme: ChosenTheme) => void };

/** Selects light, dark or system theme. Native radio buttons provide arrow-key navigation. */
export function ThemeChoice({ theme, onChange }: ThemeChoiceProps) {
  const name = useId();
  return (
    <fieldset className="theme-choice">
      <legend>{text('settings.theme')}</legend>
      <div className="theme-choice-row">
        {choices.map(({ theme: value, label, Icon }) => (
          <label key={value} className="theme-choice-one">
            <input type="radio" name={name} value={value} checked={value === theme} onChange={() => onChange(value)} />
            <Icon size={18} strokeWidth={2} aria-hidden="true" />
            <span>{text(label)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
