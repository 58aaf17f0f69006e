import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { OfflineIcon } from '../ui/icons.tsx'
import styles from './offline-strip.module.css'
import * as texts from './texts.ts'

function watch(watcher: () => void) {
  window.addEventListener('online', watcher)
  window.addEventListener('offline', watcher)
  return () => {
    window.removeEventListener('online', watcher)
    window.removeEventListener('offline', watcher)
  }
}

/** Strip with a message while the browser is offline. On the Annotate page it floats, so that the canvas does not move while a person draws. */
export function OfflineStrip() {
  const online = useSyncExternalStore(watch, () => navigator.onLine)
  const { pathname } = useLocation()
  return (
    <div role="status">
      {!online && (
        <p className={styles.strip} data-floating={/\/annotate\/?$/.test(pathname) || undefined}>
          <OfflineIcon aria-hidden />
          {texts.offline}
        </p>
      )}
    </div>
  )
}
