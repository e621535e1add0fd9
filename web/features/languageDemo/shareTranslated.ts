/** In whole percent, rounded down: a hundred means every one. */
export function shareTranslated(done: number, all: number): number {
  return all === 0 ? 100 : Math.floor((done * 100) / all);
}
