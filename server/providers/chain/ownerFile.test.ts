import { expect, test } from 'vitest';
import { mayOthersAccess } from './ownerFile.ts';

test.each([
  ['a file of its user only', 0o100600, 998, 998, false],
  ['a file that its group may read', 0o100640, 998, 998, true],
  ['a credential of systemd, which root owns', 0o100440, 0, 0, false],
  ["a file of root that another group may read, such as a Kubernetes Secret's", 0o100440, 0, 10_001, true],
  ['a file of root that root may write and its group may read', 0o100640, 0, 0, true],
  ['a file of root that every user may read', 0o100444, 0, 0, true],
])('decides whether others may access %s', (_name, mode, uid, gid, expected) => {
  expect(mayOthersAccess({ mode, uid, gid })).toBe(expected);
});
