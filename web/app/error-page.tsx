import { useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { debugLog } from '../api/debug-log.ts'
import { Button } from '../ui/button.tsx'
import { Mark } from '../ui/logo.tsx'
import styles from './error-page.module.css'

/** Whether a part of the app could not be fetched: most often a newer version has taken its place. */
const isLostChunk = (error: unknown) =>
  error instanceof TypeError && /dynamically imported module|module script|Importing a module/i.test(error.message)

/** What is seen when a screen breaks; the frame around it goes on. Small, as it comes with the first load. */
export function ErrorPage() {
  const error = useRouteError()
  useEffect(() => debugLog.add('ERROR', 'A screen failed', error), [error])
  const lost = isLostChunk(error)
  const words = isRouteErrorResponse(error) ? `${error.status} ${error.statusText}` : error instanceof Error ? error.message : ''
  return (
    <div className={styles.page} role="alert">
      <Mark sizePx={44} />
      <h1 tabIndex={-1}>{lost ? 'A part of this page is missing' : 'This page could not be shown'}</h1>
      <p>
        {lost
          ? 'It could not be reached, or a newer version has taken its place. What you saved is safe.'
          : 'What you saved is safe. If it breaks again after loading, the debug page has the details.'}
      </p>
      {!lost && words && (
        <p>
          <code>{words}</code>
        </p>
      )}
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => location.reload()}>
          Load again
        </Button>
        <a href="/debug">Debug page</a>
      </div>
    </div>
  )
}
