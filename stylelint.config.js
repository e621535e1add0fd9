import { browserQueries } from './look/tools/supportedBrowsers.ts';

/** One value of a list, with whatever it has in parentheses. */
const ONE = String.raw`(?:[^\s()/]|\((?:[^()]|\([^()]*\))*\))+`;
/** The fourth of four values is the left side, the second the right one. */
const EVEN_SIDES = [ONE, `${ONE} ${ONE}`, `${ONE} ${ONE} ${ONE}`, `${ONE} (${ONE}) ${ONE} \\1`];
/** From the top left clockwise; with an oblique stroke all corners are alike. */
const EVEN_CORNERS = [ONE, `(${ONE}) \\1`, `(${ONE}) \\1 \\1`, `(${ONE}) \\1 (${ONE}) \\2`, `${ONE} / ${ONE}`];
const STAYS = String.raw`(?:0(?:px|%)?|none|inherit|initial|unset)`;

/** What a page from right to left would have on its wrong side, and what to write instead. */
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
      // A page without them looks or scrolls a little different, and works.
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
    // States are written after each other in the order in which they are read; a fault would show in a picture.
    'no-descending-specificity': null,
  },
  // The reference and the sandbox's pages are in English alone.
  overrides: [{ files: ['{look,web,console}/**/*.css'], rules: { ...directionRules, ...browserRules } }],
};

/**
 * The whole value, however its parts are set apart.
 * @param {string} pattern
 */
function whole(pattern) {
  return new RegExp(`^${pattern.replaceAll(' ', String.raw`\s+`)}$`);
}
