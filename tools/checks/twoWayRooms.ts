import type { Import } from './importGraph.ts';
import { TEST_FILES } from './importRules.ts';

/** Composition imports every room and is imported by none of them. */
const ROOM = /^server\/([^/]+)\//;
const tests = new RegExp(TEST_FILES);

/**
 * One line for every two rooms of the server that import each other, with an import of the direction that has fewer: the
 * one to take away. Types count too: to understand one room, its reader would have to know the other.
 */
export function twoWayRooms(imports: readonly Import[]): string[] {
  const between = Map.groupBy(
    imports.filter(({ from, to }) => !tests.test(from) && roomOf(from) && roomOf(to) && roomOf(from) !== roomOf(to)),
    ({ from, to }) => `${roomOf(from)} ${roomOf(to)}`,
  );
  return [...between].flatMap(([pair, there]) => {
    const [from, to] = pair.split(' ');
    const back = between.get(`${to} ${from}`);
    const [example] = there;
    if (!back || !example || there.length > back.length || (there.length === back.length && pair > `${to} ${from}`))
      return [];
    return [
      `${example.from}:${example.line} imports ${example.specifier}: the rooms ${from} and ${to} import each other`,
    ];
  });
}

function roomOf(path: string): string | undefined {
  return ROOM.exec(path)?.[1];
}
