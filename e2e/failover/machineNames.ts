export const MACHINE_NAMES = ['one', 'two', 'three'] as const;

export type MachineName = (typeof MACHINE_NAMES)[number];
