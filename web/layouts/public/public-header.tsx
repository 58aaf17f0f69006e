import { Link, NavLink, useLocation } from 'react-router-dom'
import { useSession } from '../../api/session-context.ts'
import { LinkButton } from '../../ui/button.tsx'
import { MenuIcon } from '../../ui/icons.tsx'
import { Logo } from '../../ui/logo.tsx'
import styles from './public-header.module.css'
import * as texts from './texts.ts'

const places = [
  { path: '/features', label: texts.features },
  { path: '/pricing', label: texts.pricing },
  { path: '/blog', label: texts.blog },
  { path: '/about', label: texts.about }
]

/** Header of the public and the auth pages. The Sign In link is omitted on the sign-in page, and Sign Up on the sign-up page. */
export function PublicHeader({ places: withPlaces = true }: { places?: boolean }) {
  const { pathname } = useLocation()
  const { state } = useSession()
  return (
    <header className={styles.header}>
      <Link to="/" className={styles.home} aria-label={texts.home}>
        <Logo />
      </Link>
      {withPlaces && (
        <nav className={styles.places} aria-label={texts.main}>
          <Places />
        </nav>
      )}
      <div className={styles.account}>
        {state === 'signed-in' ? (
          <LinkButton to="/dashboard" variant="primary">
            {texts.dashboard}
          </LinkButton>
        ) : (
          <>
            {pathname !== '/login' && (
              <LinkButton to="/login" variant="quiet">
                {texts.signIn}
              </LinkButton>
            )}
            {pathname !== '/signup' && (
              <LinkButton to="/signup" variant="primary">
                {texts.signUp}
              </LinkButton>
            )}
          </>
        )}
      </div>
      {withPlaces && (
        <details className={styles.menu} key={pathname}>
          <summary aria-label={texts.menu}>
            <MenuIcon aria-hidden />
          </summary>
          <nav aria-label={texts.menu}>
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
