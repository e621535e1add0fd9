import { expect, test } from 'vitest';
import { SECTION_IDS } from '../../console/app/sectionIds.ts';
import { consoleScenes } from './consoleScenes.ts';

test('every section of the console has a scene', () => {
  const shown = consoleScenes.map(({ section }) => section);
  expect(SECTION_IDS.filter((id) => !shown.includes(id))).toEqual([]);
});

test('no two scenes of the console have the same name', () => {
  const names = consoleScenes.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
