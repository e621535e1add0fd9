import './checkbox.css';
import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';

type CheckboxProps = {
  readonly children: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly name?: string;
};

/** Checkbox whose label is part of the click target. */
export function Checkbox({ children, checked, onChange, name }: CheckboxProps) {
  return (
    <label className="checkbox">
      <input
        type="checkbox"
        name={name}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className="checkbox-box">
        <Check size={16} strokeWidth={3} aria-hidden="true" />
      </span>
      <span>{children}</span>
    </label>
  );
}
