/** Returns whole percent, rounded down: 100 means that every text is translated. */
export function computeTranslatedShare(done: number, all: number): number {
  return all === 0 ? 100 : Math.floor((done * 100) / all);
}
