import { Link } from 'react-router-dom'
import { copyrightYear } from '../../../shared/limits.ts'
import styles from './public-footer.module.css'
import * as texts from './texts.ts'

const places = [
  { path: '/features', label: texts.features },
  { path: '/demo', label: texts.demo },
  { path: '/pricing', label: texts.pricing },
  { path: '/blog', label: texts.blog },
  { path: '/about', label: texts.about },
  { path: '/terms', label: texts.terms },
  { path: '/privacy', label: texts.privacy }
]

export function PublicFooter() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p>
          © {copyrightYear} {texts.licence}
        </p>
        <nav className={styles.places} aria-label={texts.footer}>
          {places.map(({ path, label }) => (
            <Link key={path} to={path}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  )
}
