/** Returns the number of words of a Markdown page, without its code blocks and the marks of its tables and lists. */
export function countWords(page: string): number {
  const prose = page.replaceAll(/^```.*?^```$/gms, '');
  return prose.split(/\s+/).filter((token) => /[\p{L}\p{N}]/u.test(token)).length;
}
