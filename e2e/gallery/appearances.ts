export const themes = ['light', 'dark'] as const;
export const languages = ['en-US', 'zh-CN'] as const;

export type Theme = (typeof themes)[number];
export type Language = (typeof languages)[number];

export type Appearance = { readonly language: Language; readonly theme: Theme };

/** Each pair contains both languages and both themes; the two pairs contain every combination. */
const appearancePairs = [
  [
    { language: 'zh-CN', theme: 'dark' },
    { language: 'en-US', theme: 'light' },
  ],
  [
    { language: 'zh-CN', theme: 'light' },
    { language: 'en-US', theme: 'dark' },
  ],
] as const satisfies readonly (readonly Appearance[])[];

const APPEARANCE_COUNT = 4;

type InspectedScene = { readonly name: string; readonly route: string | null };

/**
 * Returns the combinations of language and theme in which each scene is inspected, by its name. Every screen is inspected in
 * all four: a single state in all of them, two or three states alternately in one pair, and more states in one combination
 * each. English comes first, since every scene arrives in it: a scene changes its language at most once. Pages outside the
 * app choose their language on arrival, so they are inspected only in English, in both themes.
 */
export function chooseAppearances(scenes: readonly InspectedScene[]): ReadonlyMap<string, readonly Appearance[]> {
  const appearancesByScene = new Map<string, readonly Appearance[]>();
  for (const states of Map.groupBy(scenes, ({ route }) => route).values()) {
    for (const [index, { name, route }] of states.entries())
      appearancesByScene.set(name, selectAppearances(route, states.length, index));
  }
  return appearancesByScene;
}

function selectAppearances(route: string | null, stateCount: number, index: number): readonly Appearance[] {
  if (route === null) return themes.map((theme) => ({ language: 'en-US', theme }));
  if (stateCount === 1) return appearancePairs.flat().toSorted(compareLanguages);
  if (stateCount < APPEARANCE_COUNT)
    return (appearancePairs[index % appearancePairs.length] ?? []).toSorted(compareLanguages);
  return appearancePairs.flat().slice(index % APPEARANCE_COUNT, (index % APPEARANCE_COUNT) + 1);
}

function compareLanguages(one: Appearance, other: Appearance): number {
  return languages.indexOf(one.language) - languages.indexOf(other.language);
}
