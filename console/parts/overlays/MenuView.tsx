import './menu.css';
import { Menu as Base } from '@base-ui/react/menu';
import Check from 'lucide-react/icons/check';
import { Kbd } from '../Kbd.tsx';
import type { MenuProps, MenuRow } from './Menu.tsx';

/** The button with its menu. The menu starts open, because this file loads after a click on the button. */
export default function MenuView({ trigger, rows, side = 'bottom' }: MenuProps) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="over" side={side} align="start" sideOffset={6}>
          <Base.Popup className="menu">
            {rows.map((row) => (
              <MenuRowView key={row.id} row={row} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function MenuRowView({ row }: { readonly row: MenuRow }) {
  switch (row.kind) {
    case 'line':
      return <Base.Separator className="menu-line" />;
    case 'text':
      return (
        <div role="presentation" className="menu-text">
          {row.title}
        </div>
      );
    case 'switch':
      return (
        <Base.CheckboxItem className="menu-row" checked={row.on} onCheckedChange={row.onChange}>
          <span>{row.title}</span>
          <Base.CheckboxItemIndicator className="menu-tick">
            <Check size={15} strokeWidth={2.6} aria-hidden="true" />
          </Base.CheckboxItemIndicator>
        </Base.CheckboxItem>
      );
    case 'choice':
      return (
        <Base.RadioGroup
          className="menu-choice"
          aria-label={row.title}
          value={row.value}
          onValueChange={(value) => row.onChange(String(value))}
        >
          <span className="menu-label">{row.title}</span>
          <span className="menu-options">
            {row.options.map(({ value, label }) => (
              <Base.RadioItem key={value} className="menu-option" value={value}>
                {label}
              </Base.RadioItem>
            ))}
          </span>
        </Base.RadioGroup>
      );
    case 'act':
      return (
        <Base.Item
          className="menu-row"
          data-danger={row.danger ? '' : undefined}
          disabled={row.refused !== undefined}
          onClick={row.onChoose}
        >
          {row.icon}
          <span>
            {row.title}
            {row.refused !== undefined && <small>{row.refused}</small>}
          </span>
          {row.keys !== undefined && <Kbd>{row.keys}</Kbd>}
        </Base.Item>
      );
  }
}
