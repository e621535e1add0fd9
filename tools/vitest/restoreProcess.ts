import { afterAll, vi } from 'vitest';

// A setup file runs before each test file. The file's imports are evaluated anew, so that no state of a module outlives
// the file before it, and what it replaces is restored when its tests have ended.
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
