export const themes = ['light', 'dark'] as const;
export const languages = ['en-US', 'zh-CN'] as const;

export type Theme = (typeof themes)[number];
export type Language = (typeof languages)[number];

export type Dress = { readonly language: Language; readonly theme: Theme };

/** Each pair has both languages and both themes, and the two together are every dress that there is. */
const pairs = [
  [
    { language: 'zh-CN', theme: 'dark' },
    { language: 'en-US', theme: 'light' },
  ],
  [
    { language: 'zh-CN', theme: 'light' },
    { language: 'en-US', theme: 'dark' },
  ],
] as const satisfies readonly (readonly Dress[])[];

/** As many as there are dresses. */
const SEVERAL_STATES = 4;

type Shown = { readonly name: string; readonly route: string | null };

/**
 * In which dresses each scene is inspected, by its name. A screen in one state wears all four; the states of one that has two
 * or three take turns with the pairs, those of one that has more with single dresses: so every screen is seen in all four.
 * English comes first, since every scene arrives in it: a scene changes its language once at most. Pages outside the app choose
 * their language on arrival, so they are inspected in English only.
 */
export function chooseDresses(scenes: readonly Shown[]): ReadonlyMap<string, readonly Dress[]> {
  const dresses = new Map<string, readonly Dress[]>();
  for (const states of Map.groupBy(scenes, ({ route }) => route).values()) {
    for (const [turn, { name, route }] of states.entries()) dresses.set(name, dressesOf(route, states.length, turn));
  }
  return dresses;
}

function dressesOf(route: string | null, states: number, turn: number): readonly Dress[] {
  if (route === null) return themes.map((theme) => ({ language: 'en-US', theme }));
  if (states === 1) return pairs.flat().toSorted(byLanguage);
  if (states < SEVERAL_STATES) return (pairs[turn % pairs.length] ?? []).toSorted(byLanguage);
  return pairs.flat().slice(turn % SEVERAL_STATES, (turn % SEVERAL_STATES) + 1);
}

function byLanguage(one: Dress, other: Dress): number {
  return languages.indexOf(one.language) - languages.indexOf(other.language);
}
