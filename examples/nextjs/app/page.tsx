import { BuyButton } from './buyButton';
import { readCart } from './cart';

// Rendered for each request, so that it uses the environment of the running server and not that of the build.
export const dynamic = 'force-dynamic';

export default function Page() {
  const cart = readCart();
  return (
    <main>
      <h1>{cart.title}</h1>
      <p>{cart.euros} EUR, by card</p>
      <BuyButton
        slipwayUrl={process.env['SLIPWAY_URL'] ?? 'http://localhost:8080'}
        partnerId={process.env['SLIPWAY_PARTNER'] ?? 'example-site'}
      />
    </main>
  );
}
