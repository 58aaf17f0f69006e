import { Outlet } from 'react-router-dom'
import { useRouteEffects } from '../route-effects.ts'
import { SkipLink } from '../skip-link.tsx'
import { PublicFooter } from './public-footer.tsx'
import { PublicHeader } from './public-header.tsx'
import styles from './public-layout.module.css'

/** Frame of the public pages. */
export function Component() {
  useRouteEffects()
  return (
    <div className={styles.frame}>
      <SkipLink />
      <PublicHeader />
      <main className={styles.main} id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <PublicFooter />
    </div>
  )
}
