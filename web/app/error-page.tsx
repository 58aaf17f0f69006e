import { useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { debugLog } from '../api/debug-log.ts'
import { Button } from '../ui/button.tsx'
import { Mark } from '../ui/logo.tsx'
import styles from './error-page.module.css'
import { texts } from './texts.ts'

const { errorPage: words } = texts

/** Whether a part of the app could not be fetched, mostly because a newer version has replaced it. */
const isLostChunk = (error: unknown) =>
  error instanceof TypeError && /dynamically imported module|module script|Importing a module/i.test(error.message)

/** The page in place of a broken screen, within its frame. It is small, as it belongs to the first load. */
export function ErrorPage() {
  const error = useRouteError()
  useEffect(() => debugLog.add('ERROR', 'A screen failed', error), [error])
  const lost = isLostChunk(error)
  const detail = isRouteErrorResponse(error) ? `${error.status} ${error.statusText}` : error instanceof Error ? error.message : ''
  return (
    <div className={styles.page} role="alert">
      <Mark sizePx={44} />
      <h1 tabIndex={-1}>{lost ? words.lostTitle : words.title}</h1>
      <p>{lost ? words.aboutLost : words.about}</p>
      {!lost && detail && (
        <p>
          <code>{detail}</code>
        </p>
      )}
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => location.reload()}>
          {words.reload}
        </Button>
        <a href="/debug">{words.debug}</a>
      </div>
    </div>
  )
}
