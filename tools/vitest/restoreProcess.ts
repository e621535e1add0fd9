import { afterAll, vi } from 'vitest';

// Vitest runs this setup file before each test file. The test file's imports are then evaluated again, so that no module state of
// the previous file remains. Timers, globals and environment variables are restored after its tests.
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
