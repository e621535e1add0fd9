import { testOnReact } from './react.testing.tsx';

// What this package is developed with.
testOnReact(18);
