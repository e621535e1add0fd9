export type PageLanguages = {
  /** Empty if the server did not provide them, as in development: they are then requested. */
  readonly offered: readonly string[];
  /** Languages with texts changed by the operator, for which the texts built into the page are outdated. */
  readonly changed: readonly string[];
};

/** Reads the languages that the server has written into the page. */
export function readPageLanguages(): PageLanguages {
  const mark = document.querySelector<HTMLMetaElement>('meta[name="languages"]');
  return { offered: splitList(mark?.content), changed: splitList(mark?.dataset['changed']) };
}

function splitList(list = ''): string[] {
  return list.split(' ').filter((item) => item !== '');
}
