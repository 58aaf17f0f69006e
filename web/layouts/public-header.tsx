import { Link, NavLink, useLocation } from 'react-router-dom'
import { useSession } from '../api/session-context.ts'
import { LinkButton } from '../ui/button.tsx'
import { MenuIcon } from '../ui/icons.tsx'
import { Logo } from '../ui/logo.tsx'
import styles from './public-header.module.css'

const places = [
  { path: '/features', label: 'Features' },
  { path: '/pricing', label: 'Pricing' },
  { path: '/blog', label: 'Blog' },
  { path: '/about', label: 'About' }
]

/** Header of public and auth pages. Sign In and Sign Up are each left out on their own page. */
export function PublicHeader({ places: withPlaces = true }: { places?: boolean }) {
  const { pathname } = useLocation()
  const { state } = useSession()
  return (
    <header className={styles.header}>
      <Link to="/" className={styles.home} aria-label="Isobath home page">
        <Logo />
      </Link>
      {withPlaces && (
        <nav className={styles.places} aria-label="Main">
          <Places />
        </nav>
      )}
      <div className={styles.account}>
        {state === 'signed-in' ? (
          <LinkButton to="/dashboard" variant="primary">
            Dashboard
          </LinkButton>
        ) : (
          <>
            {pathname !== '/login' && (
              <LinkButton to="/login" variant="quiet">
                Sign In
              </LinkButton>
            )}
            {pathname !== '/signup' && (
              <LinkButton to="/signup" variant="primary">
                Sign Up
              </LinkButton>
            )}
          </>
        )}
      </div>
      {withPlaces && (
        <details className={styles.menu} key={pathname}>
          <summary aria-label="Menu">
            <MenuIcon aria-hidden />
          </summary>
          <nav aria-label="Menu">
            <Places />
          </nav>
        </details>
      )}
    </header>
  )
}

function Places() {
  return places.map(({ path, label }) => (
    <NavLink key={path} to={path} className={styles.place}>
      {label}
    </NavLink>
  ))
}
