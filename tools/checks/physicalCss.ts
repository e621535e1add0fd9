/**
 * Declarations that name the left or the right where the start or the end is meant, so that a page from right to left would
 * have them on the wrong side. One line each.
 */
export function physicalCssFaults(file: string, css: string): string[] {
  const text = css.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  return [...text.matchAll(DECLARATION)].flatMap(({ 1: property = '', 2: value = '', index }) => {
    const reason = faultOf(property, value.trim().replaceAll(/\s+/g, ' '));
    if (reason === undefined) return [];
    const line = text.slice(0, text.indexOf(property, index)).split('\n').length;
    return [`${file}:${line} ${property}: ${reason}`];
  });
}

const DECLARATION = /(?<=^|[{};])\s*([a-z-]+)\s*:\s*([^;{}]+)(?=[;}])/g;

/** Each rule: the properties it reads, what is wrong in their value, and what to write instead. */
const RULES: readonly {
  readonly property: RegExp;
  readonly wrong: (value: string) => boolean;
  readonly reason: string;
}[] = [
  {
    property: /^(left|right)$|-(left|right)(-|$)/,
    wrong: () => true,
    reason: 'write inset-inline-*, margin-inline-*, padding-inline-*, border-inline-* or border-*-*-radius',
  },
  {
    property: /^(text-align|text-align-last|float|clear|caption-side|justify-(content|items|self))$/,
    wrong: (value) => /\b(left|right)\b/.test(value),
    reason: 'write start or end',
  },
  {
    property: /^(margin|padding|inset|scroll-margin|scroll-padding|border-(width|style|color))$/,
    wrong: (value) => {
      const [, right, , left] = sidesOf(value);
      return left !== undefined && left !== right;
    },
    reason: 'its four values differ left and right: write the inline sides apart',
  },
  {
    property: /^border-radius$/,
    wrong: (value) => value.split('/').some((corners) => !isMirrored(sidesOf(corners))),
    reason: 'its corners differ left and right: write border-start-start-radius and the like',
  },
  {
    property: /^(translate|transform)$/,
    wrong: movesSideways,
    reason: 'a way to the side is multiplied by var(--toward-end)',
  },
  {
    property: /^(transform-origin|perspective-origin|background(-position)?|object-position|mask(-position)?)$/,
    wrong: (value) => /(?<!to )\b(left|right)\b/.test(value),
    reason: 'a place at the left or right does not turn with the text: use a property that does, or :dir(rtl)',
  },
  {
    property: /./,
    wrong: (value) => /gradient\((to (?:\w+ )?(left|right)|-?(90|270)deg)/.test(value),
    reason: 'a gradient along the line is drawn to var(--inline-end-angle)',
  },
];

function faultOf(property: string, value: string): string | undefined {
  return RULES.find((rule) => rule.property.test(property) && rule.wrong(value))?.reason;
}

/** Splits at spaces outside of parentheses. */
function sidesOf(value: string): string[] {
  return value.trim().match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
}

/** Of one to four corners, from the top left clockwise. */
function isMirrored([first = '', second = first, third = first, fourth = second]: string[]): boolean {
  return first === second && third === fourth;
}

function movesSideways(value: string): boolean {
  if (value.includes('--toward-end')) return false;
  const ways =
    value.match(/translate(?:X|3d)?\(([^,)]+)/)?.[1] ??
    (/\(/.test(value.replaceAll(/calc|var/g, '')) ? '0' : sidesOf(value)[0]);
  return ways !== undefined && !/^(0(px|%)?|none|inherit|initial|unset)$/.test(ways.trim());
}
