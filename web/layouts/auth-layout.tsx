import { Link, Outlet } from 'react-router-dom'
import { copyrightYear } from '../../shared/limits.ts'
import { LazyGround } from '../charts/lazy-ground.tsx'
import { useTakenOver } from '../ui/use-taken-over.ts'
import { PublicHeader } from './public/public-header.tsx'
import styles from './public/public-layout.module.css'
import * as texts from './public/texts.ts'
import { useRouteEffects } from './route-effects.ts'

/** Frame of the sign-in screens: one narrow column on a background of isobaths. */
export function Component() {
  useRouteEffects()
  const takenOver = useTakenOver() // a prerendered page omits the drawing, which is larger than the rest of the page
  return (
    <div className={styles.auth}>
      <div className={styles.ground}>{takenOver && <LazyGround seed="Monterey Canyon" />}</div>
      <PublicHeader places={false} />
      <main className={styles.column} id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <footer className={styles.foot}>
        © {copyrightYear} Isobath · <Link to="/terms">{texts.terms}</Link> · <Link to="/privacy">{texts.privacy}</Link>
      </footer>
    </div>
  )
}
