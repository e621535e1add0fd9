import { expect, test } from 'vitest';
import { readCells } from '../../platform/config/cells.ts';
import { readEnvironment } from '../../platform/config/environment.ts';
import { findCellFaults } from './findCellFaults.ts';

const BASE = {
  PUBLIC_URL: 'https://eu.pay.example/',
  DATABASE_URL: 'postgres://localhost/slipway',
  SLIPWAY_SECRET: 'f0a91c6be27d4583b1e6c09d7a5f2384e8b7160d9c3a4f52',
  PERSONAL_DATA_KEYS: '2026a:8d0c2b7f41e95a63c7d81f24b06e93a57c4fd2168b3e09a5d7126cf84be03d19',
};
const TWO = 'E=https://eu.pay.example,U=https://us.pay.example';
const SANDBOX = { SLIPWAY_SANDBOX: '1', PUBLIC_URL: 'http://localhost:8080' };

function faults(changes: Readonly<Record<string, string>>): readonly string[] {
  const { environment, problems } = readEnvironment({ ...BASE, ...changes });
  return [...problems, ...(environment ? findCellFaults(environment) : [])];
}

test('accepts cells that name each other, and an installation without cells', () => {
  expect(faults({})).toEqual([]);
  expect(faults({ CELL: '', CELLS: '' })).toEqual([]);
  expect(faults({ CELL: 'E', CELLS: TWO })).toEqual([]);
  expect(faults({ CELL: 'E', CELLS: ' E=https://eu.pay.example/ , U=https://us.pay.example:8443, ' })).toEqual([]);
  expect(faults({ ...SANDBOX, CELL: 'E', CELLS: 'E=http://localhost:8080,U=http://localhost:9080' })).toEqual([]);
});

test('reads cells as letters and origins', () => {
  const { environment } = readEnvironment({ ...BASE, CELL: 'U', CELLS: TWO });
  expect(environment && readCells(environment)).toEqual({
    own: 'U',
    origins: new Map([
      ['E', 'https://eu.pay.example'],
      ['U', 'https://us.pay.example'],
    ]),
  });
  const { environment: alone } = readEnvironment(BASE);
  expect(alone && readCells(alone)).toBeUndefined();
});

const PAIRS = 'CELLS must be pairs of a letter and an origin, like E=https://eu.pay.example';

test.each([
  ['an unknown letter', { CELL: 'A', CELLS: TWO }, ['CELLS must name this cell too: A=https://eu.pay.example']],
  ['a letter without cells', { CELL: 'E' }, ['CELLS must name this cell too: E=https://eu.pay.example']],
  [
    'cells without a letter',
    { CELLS: TWO },
    ['CELL is missing: CELLS names the address of each cell, and CELL which of them this is'],
  ],
  ['the same letter twice', { CELL: 'E', CELLS: `${TWO},E=https://other.example` }, ['CELLS names the cell E twice']],
  [
    'two cells at one origin',
    { CELL: 'E', CELLS: `${TWO},A=https://us.pay.example/` },
    ['CELLS has two cells at https://us.pay.example'],
  ],
  [
    'the letter of another cell',
    { CELL: 'U', CELLS: TWO },
    [
      'CELLS says that the cell U is at https://us.pay.example, and PUBLIC_URL at https://eu.pay.example: one of them is wrong',
    ],
  ],
  [
    'an origin without TLS',
    { CELL: 'E', CELLS: 'E=https://eu.pay.example,U=http://us.pay.example' },
    ['CELLS must have only https:// addresses'],
  ],
  [
    'an origin without TLS in a private network',
    { CELL: 'E', CELLS: 'E=https://eu.pay.example,U=http://10.0.0.7' },
    ['CELLS must have only https:// addresses'],
  ],
  [
    'a sandbox with a remote cell',
    { ...SANDBOX, CELL: 'E', CELLS: 'E=http://localhost:8080,U=https://us.pay.example' },
    ['CELLS must be on this machine or in a private network: SLIPWAY_SANDBOX=1 is only for the sandbox'],
  ],
  ['a digit', { CELL: '1', CELLS: TWO }, ['CELL must be one capital letter, and neither I nor O']],
  ['two letters', { CELL: 'EU', CELLS: TWO }, ['CELL must be one capital letter, and neither I nor O']],
  [
    'a letter that looks like a digit',
    { CELL: 'O', CELLS: TWO },
    ['CELL must be one capital letter, and neither I nor O'],
  ],
  ['no pairs', { CELL: 'E', CELLS: 'https://eu.pay.example' }, [PAIRS]],
  ['a path', { CELL: 'E', CELLS: 'E=https://eu.pay.example/pay' }, [PAIRS]],
  ['a query', { CELL: 'E', CELLS: 'E=https://eu.pay.example/?a=b' }, [PAIRS]],
  ['a name and a password', { CELL: 'E', CELLS: 'E=https://a:b@eu.pay.example' }, [PAIRS]],
  ['another scheme', { CELL: 'E', CELLS: 'E=javascript:alert(1)' }, [PAIRS]],
] as const)('reports the variable: %s', (_what, changes, expected) => {
  expect(faults(changes)).toEqual(expected);
});
