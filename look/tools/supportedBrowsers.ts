/** The oldest browsers that the pages support, by their names in MDN's compatibility data. */
export const supportedBrowsers = {
  safari: '16.4',
  safari_ios: '16.4',
  chrome: '117',
  edge: '117',
  firefox: '128',
} as const;

/** The same browsers as browserslist queries. */
export const browserQueries: readonly string[] = [
  `safari >= ${supportedBrowsers.safari}`,
  `ios_saf >= ${supportedBrowsers.safari_ios}`,
  `chrome >= ${supportedBrowsers.chrome}`,
  `edge >= ${supportedBrowsers.edge}`,
  `firefox >= ${supportedBrowsers.firefox}`,
];
