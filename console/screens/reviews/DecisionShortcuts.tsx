import { Kbd } from '../../parts/Kbd.tsx';
import type { Decision } from './decisions.ts';

/** The keys of this screen. */
export function DecisionShortcuts({ decisions }: { readonly decisions: readonly Decision[] }) {
  const chooses = decisions.filter(({ allowed }) => allowed).map(({ key }) => key);
  const rows: readonly (readonly [keys: readonly string[], what: string])[] = [
    [['J', 'K'], 'Next, previous'],
    ...(chooses.length > 0 ? ([[chooses, 'Select only']] as const) : []),
    ...(chooses.length > 0 ? ([[['⌘', '↵'], 'Submit']] as const) : []),
    [['?'], 'All shortcuts'],
  ];
  return (
    <dl className="review-keys">
      {rows.map(([keys, what]) => (
        <div key={what}>
          <dt>
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
