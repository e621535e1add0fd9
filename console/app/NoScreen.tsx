import { Empty } from '../parts/Empty.tsx';
import { ScreenHead } from '../parts/ScreenHead.tsx';

/** An address that leads to no screen. */
export function NoScreen() {
  return (
    <>
      <ScreenHead title="Nothing is here" />
      <Empty>This address leads to no screen. Choose a place from the rail, or find an order with ⌘K.</Empty>
    </>
  );
}
