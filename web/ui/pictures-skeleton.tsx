import styles from './pictures-skeleton.module.css'
import * as texts from './texts.ts'

const ghosts = Array.from({ length: 12 }, (_, place) => place)

/** Placeholder for a gallery of pictures with two lines each. It is announced once to screen readers. */
export function PicturesSkeleton({ label = texts.loading }: { label?: string }) {
  return (
    <div className={styles.pictures} role="status" aria-label={label}>
      {ghosts.map(place => (
        <div key={place} aria-hidden>
          <span className={styles.ghost} />
          <span className={styles.ghost} />
          <span className={styles.ghost} />
        </div>
      ))}
    </div>
  )
}
