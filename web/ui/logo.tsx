import styles from './logo.module.css'

const rings = {
  shelf:
    'M29.4 16C29.1 19.2 26.9 22.5 24.7 24.7C22.5 26.9 19 29.2 16 29.3C13 29.4 9.1 27.5 6.7 25.3C4.3 23.1 1.8 19 1.8 16C1.9 13 4.7 9 7 7C9.4 5 12.8 4.3 16 4.1C19.2 3.8 24.2 3.6 26.4 5.6C28.6 7.6 29.7 12.8 29.4 16Z',
  slope:
    'M26.2 17C26 19 23.9 20.9 22.4 22.2C20.9 23.6 19.1 25 17.2 25.1C15.3 25.2 12.8 24.3 11.3 22.9C9.8 21.6 8.1 19 8.1 17C8.2 15 9.9 12.4 11.4 11.2C12.9 10.1 15.1 10.2 17.2 10C19.3 9.9 22.2 9.3 23.7 10.5C25.2 11.6 26.5 15 26.2 17Z',
  deep: 'M22.5 17.9C22.5 18.7 21.4 19.6 20.8 20.1C20.1 20.6 19.4 21 18.6 21C17.8 21 16.8 20.9 16.1 20.4C15.5 19.8 14.8 18.7 14.8 17.9C14.8 17.1 15.6 15.9 16.2 15.5C16.8 15 17.8 15.1 18.6 15.1C19.4 15.1 20.5 14.9 21.2 15.3C21.8 15.8 22.6 17.1 22.5 17.9Z'
}

/** Logo symbol of the app: three isobaths around a deep. */
export function Mark({ sizePx = 28 }: { sizePx?: number }) {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" width={sizePx} height={sizePx} aria-hidden="true">
      <path d={rings.shelf} />
      <path d={rings.slope} />
      <path d={rings.deep} className={styles.deep} />
    </svg>
  )
}

/** Logo symbol with the name of the app. */
export function Logo({ sizePx = 28 }: { sizePx?: number }) {
  return (
    <span className={styles.logo}>
      <Mark sizePx={sizePx} />
      <span className={styles.name}>Isobath</span>
    </span>
  )
}
