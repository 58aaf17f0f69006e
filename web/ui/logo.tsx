import styles from './logo.module.css'

const rings = {
  shelf:
    'M29.4 16c-.3 3.2-2.5 6.5-4.7 8.7-2.2 2.2-5.7 4.5-8.7 4.6-3 .1-6.9-1.8-9.3-4-2.4-2.2-4.9-6.3-4.9-9.3 .1-3 2.9-7 5.2-9 2.4-2 5.8-2.7 9-2.9 3.2-.3 8.2-.5 10.4 1.5 2.2 2 3.3 7.2 3 10.4Z',
  slope:
    'M26.2 17c-.2 2-2.3 3.9-3.8 5.2-1.5 1.4-3.3 2.8-5.2 2.9-1.9.1-4.4-.8-5.9-2.2-1.5-1.3-3.2-3.9-3.2-5.9 .1-2 1.8-4.6 3.3-5.8 1.5-1.1 3.7-1 5.8-1.2 2.1-.1 5-.7 6.5.5 1.5 1.1 2.8 4.5 2.5 6.5Z',
  deep: 'M22.5 17.9c0 .8-1.1 1.7-1.7 2.2-.7.5-1.4.9-2.2.9-.8 0-1.8-.1-2.5-.6-.6-.6-1.3-1.7-1.3-2.5 0-.8.8-2 1.4-2.4 .6-.5 1.6-.4 2.4-.4 .8 0 1.9-.2 2.6.2 .6.5 1.4 1.8 1.3 2.6Z'
}

/** Logo symbol of the app: three isobaths around a deep point. */
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
