import { afterAll, vi } from 'vitest';

// A setup file runs before each test file. The file's imports are evaluated again, so that no module state survives from the
// previous file, and mocks are restored when its tests have ended.
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
