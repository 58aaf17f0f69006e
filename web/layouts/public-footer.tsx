import { Link } from 'react-router-dom'
import { copyrightYear } from '../../shared/limits.ts'
import styles from './public-footer.module.css'

const places = [
  { path: '/features', label: 'Features' },
  { path: '/demo', label: 'Demo' },
  { path: '/pricing', label: 'Pricing' },
  { path: '/blog', label: 'Blog' },
  { path: '/about', label: 'About' },
  { path: '/terms', label: 'Terms' },
  { path: '/privacy', label: 'Privacy' }
]

export function PublicFooter() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p>© {copyrightYear} Isobath. Open source, Apache 2.0.</p>
        <nav className={styles.places} aria-label="Footer">
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
