/** A picture of twelve by twelve pixels, with a palette letter for each pixel. */
export type Print = {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** In USDC. */
  readonly price: string;
  readonly palette: Readonly<Record<string, string>>;
  readonly pixels: readonly string[];
};

export const PRINTS: readonly Print[] = [
  {
    id: 'night-ferry',
    title: 'Night ferry',
    about: 'Four colours, 30\u00a0×\u00a030\u00a0cm',
    price: '24',
    palette: { n: '#1b2440', m: '#f3d27a', b: '#e8e4d8', r: '#d9573f', w: '#3a6ea5' },
    pixels: [
      'nnnnnnnnnnnn',
      'nnnnnnnnnmmn',
      'nnnnnnnnnmmn',
      'nmnnnnnnnnnn',
      'nnnnrnnrnnnn',
      'nnnnrnnrnnnn',
      'nnnbbbbbbnnn',
      'nnnbmbmbbnnn',
      'nrrrrrrrrrrn',
      'nnrrrrrrrrnn',
      'wwnwwwnwwwnw',
      'wwwwwwwwwwww',
    ],
  },
  {
    id: 'fox-at-noon',
    title: 'Fox at noon',
    about: 'Five colours, 30\u00a0×\u00a030\u00a0cm',
    price: '32',
    palette: { s: '#cfe3d4', f: '#d9772f', d: '#8f4a1c', c: '#fbf3e4', k: '#20201e' },
    pixels: [
      'ssssssssssss',
      'sfsssssssfss',
      'sfdsssssdfss',
      'sffdsssdffss',
      'sfffffffffss',
      'sfkfffffkfss',
      'sffffffffffs',
      'sccffffccffs',
      'ssccckcccffs',
      'sssccccsffds',
      'ssssssssfdds',
      'ssssssssssss',
    ],
  },
  {
    id: 'greenhouse',
    title: 'Greenhouse',
    about: 'Four colours, 40\u00a0×\u00a040\u00a0cm',
    price: '45',
    palette: { a: '#f6e7c8', g: '#2f7d5b', l: '#7ac29a', p: '#b5482f' },
    pixels: [
      'aaaaaaaaaaaa',
      'aaaaalaaaaaa',
      'aaaglglgaaaa',
      'aalggggglaaa',
      'aaglglglgaaa',
      'algggggglaaa',
      'aaglgglggaaa',
      'aaaagggaaaaa',
      'aaappppppaaa',
      'aaappppppaaa',
      'aaaappppaaaa',
      'aaaaaaaaaaaa',
    ],
  },
  {
    id: 'late-train',
    title: 'Late train',
    about: 'Five colours, 40\u00a0×\u00a040\u00a0cm',
    price: '45',
    palette: { v: '#3b2f63', o: '#f29e5c', y: '#ffd98a', t: '#22202f', g: '#6d6a80' },
    pixels: [
      'vvvvvvvvvvvv',
      'vvvvvvvvvvvv',
      'oooovvvvoooo',
      'oooooooooooo',
      'yyoooooooooy',
      'ttttttttttto',
      'tyytyytyyttt',
      'tyytyytyytyt',
      'tttttttttttt',
      'tgttgttgttgt',
      'gggggggggggg',
      'vvvvvvvvvvvv',
    ],
  },
];
