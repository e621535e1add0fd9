export type PageLanguages = {
  /** Empty when the server did not fill them in, as in development: they are asked for then. */
  readonly offered: readonly string[];
  /** Those in which the operator has changed texts: what is built into the page is not their last word. */
  readonly changed: readonly string[];
};

/** The languages that the server has written into the page. */
export function pageLanguages(): PageLanguages {
  const mark = document.querySelector<HTMLMetaElement>('meta[name="languages"]');
  return { offered: words(mark?.content), changed: words(mark?.dataset['changed']) };
}

function words(list = ''): string[] {
  return list.split(' ').filter((word) => word !== '');
}
