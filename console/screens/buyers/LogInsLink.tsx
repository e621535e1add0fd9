import { Link } from '@tanstack/react-router';
import { useLoginState } from '../../person/loginState.ts';

/** Link to the logins of an account or of all. Viewers may not read them. */
export function LogInsLink({ account = '' }: { readonly account?: string }) {
  const { person } = useLoginState();
  if (!person?.roles.some((role) => role !== 'viewer')) return null;
  return (
    <Link to="/buyers/log-ins" search={{ q: account }}>
      Logins
    </Link>
  );
}
