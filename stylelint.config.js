import { browserQueries } from './look/tools/supportedBrowsers.ts';

/** One value of a list, including its parentheses. */
const ONE = String.raw`(?:[^\s()/]|\((?:[^()]|\([^()]*\))*\))+`;
/** Values whose left and right sides are equal. Of four values, the second is the right side and the fourth the left one. */
const EVEN_SIDES = [ONE, `${ONE} ${ONE}`, `${ONE} ${ONE} ${ONE}`, `${ONE} (${ONE}) ${ONE} \\1`];
/** Radii whose left and right corners are equal. Clockwise from the top left; with a slash all corners must be equal. */
const EVEN_CORNERS = [ONE, `(${ONE}) \\1`, `(${ONE}) \\1 \\1`, `(${ONE}) \\1 (${ONE}) \\2`, `${ONE} / ${ONE}`];
const STAYS = String.raw`(?:0(?:px|%)?|none|inherit|initial|unset)`;

/** Refuses styles that would be on the wrong side of a right-to-left page. The messages name the replacement. */
const directionRules = {
  'property-disallowed-list': [
    [/(?:^|-)(?:left|right)(?:-|$)/],
    {
      message: (property) =>
        `${property}: write inset-inline-*, margin-inline-*, padding-inline-*, border-inline-* or border-*-*-radius`,
    },
  ],
  'declaration-property-value-allowed-list': [
    {
      '/^(?:margin|padding|inset|scroll-margin|scroll-padding|border-(?:width|style|color))$/': EVEN_SIDES.map(whole),
      'border-radius': EVEN_CORNERS.map(whole),
      '/^(?:translate|--modal-away)$/': [
        /--toward-end/,
        /^var\(--modal-away\)$/,
        new RegExp(String.raw`^${STAYS}(?:\s|$)`),
      ],
    },
    {
      message: (property) =>
        `${property}: its left and right differ: write the inline sides or corners apart, multiply a way by var(--toward-end)`,
    },
  ],
  'declaration-property-value-disallowed-list': [
    {
      '/^(?:text-align|text-align-last|float|clear|caption-side|justify-(?:content|items|self))$/': [
        /\b(?:left|right)\b/,
      ],
      '/^(?:transform-origin|perspective-origin|background(?:-position)?|object-position|mask(?:-position)?)$/': [
        /(?<!to )\b(?:left|right)\b/,
      ],
      transform: [new RegExp(String.raw`^(?!.*--toward-end).*translate(?:X|3d)?\((?!\s*${STAYS}\s*[,)])`, 's')],
      '/./': [/gradient\((?:to (?:\w+ )?(?:left|right)|-?(?:90|270)deg)/],
    },
    {
      message: (property) =>
        `${property}: its value does not turn with the text: write start or end, or use var(--toward-end), var(--inline-end-angle) or :dir(rtl)`,
    },
  ],
};

const browserRules = {
  'plugin/no-unsupported-browser-features': [
    true,
    {
      browsers: browserQueries,
      ignorePartialSupport: true,
      // Without these features a page looks or scrolls slightly differently, but works.
      ignore: ['css-resize', 'css-scrollbar', 'css-touch-action', 'text-size-adjust'],
    },
  ],
};

/** @type {import('stylelint').Config} */
export default {
  extends: ['stylelint-config-recommended'],
  plugins: ['stylelint-no-unsupported-browser-features'],
  ignoreFiles: ['**/dist/**'],
  reportDescriptionlessDisables: true,
  reportNeedlessDisables: true,
  rules: {
    // Rules are ordered by state for the reader. The gallery's pictures would show a wrong order.
    'no-descending-specificity': null,
  },
  // The API reference and the sandbox's pages are in English only, so they need no rules for right-to-left.
  overrides: [{ files: ['{look,web,console}/**/*.css'], rules: { ...directionRules, ...browserRules } }],
};

/**
 * Returns a pattern for the whole value, with any white space between its parts.
 * @param {string} pattern
 */
function whole(pattern) {
  return new RegExp(`^${pattern.replaceAll(' ', String.raw`\s+`)}$`);
}
