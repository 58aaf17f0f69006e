import { useSyncExternalStore } from 'react'
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

/** Strip with a message while the browser is offline. */
export function OfflineStrip() {
  const online = useSyncExternalStore(watch, () => navigator.onLine)
  return (
    <div role="status">
      {!online && (
        <p className={styles.strip}>
          <OfflineIcon aria-hidden />
          {texts.offline}
        </p>
      )}
    </div>
  )
}
