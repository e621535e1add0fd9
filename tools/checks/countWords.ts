/** Returns the number of words of a Markdown page outside its code blocks; marks of tables and lists are none. */
export function countWords(page: string): number {
  const prose = page.replaceAll(/^```.*?^```$/gms, '');
  return prose.split(/\s+/).filter((token) => /[\p{L}\p{N}]/u.test(token)).length;
}
