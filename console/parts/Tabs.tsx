import './tabs.css';
import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export type Tab = {
  readonly id: string;
  readonly title: string;
  readonly count?: number;
};

type TabsProps = {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** The selected tab is part of the URL; the parent keeps it there. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  /** At the end of the row. */
  readonly aside?: ReactNode;
  /** Content of the selected tab. */
  readonly children: ReactNode;
};

export function Tabs({ label, tabs, value, onChange, aside, children }: TabsProps) {
  return (
    <Base.Root value={value} onValueChange={(id) => onChange(String(id))}>
      <div className="tabs">
        <Base.List className="tabs-list" aria-label={label}>
          {tabs.map((tab) => (
            <Base.Tab key={tab.id} value={tab.id} className="tab">
              {tab.title}
              {tab.count !== undefined && <span className="tab-count">{tab.count}</span>}
            </Base.Tab>
          ))}
        </Base.List>
        {aside !== undefined && <div className="tabs-aside">{aside}</div>}
      </div>
      <Base.Panel value={value} className="tab-panel">
        {children}
      </Base.Panel>
    </Base.Root>
  );
}
