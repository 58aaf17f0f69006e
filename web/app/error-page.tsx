import { useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { debugLog } from '../api/debug-log.ts'
import { Button } from '../ui/button.tsx'
import { Mark } from '../ui/logo.tsx'
import styles from './error-page.module.css'
import { isLostFile } from './lost-files.ts'
import { texts } from './texts.ts'
import { useComeback } from './use-comeback.ts'

const { errorPage: words } = texts

/** Error page that replaces a broken screen within its frame. It is small, because it is part of the initial load. */
export function ErrorPage() {
  const error = useRouteError()
  useEffect(() => debugLog.add('ERROR', 'A screen failed', error), [error])
  const isLost = isLostFile(error)
  const comeback = useComeback(isLost)
  if (isLost && comeback === null) return null // during the first request to the server
  const detail = isRouteErrorResponse(error) ? `${error.status} ${error.statusText}` : error instanceof Error ? error.message : ''
  const [title, about] = comeback ? words[comeback] : words.broken
  return (
    <div className={styles.page} role="alert">
      <Mark sizePx={44} />
      <h1 tabIndex={-1}>{title}</h1>
      <p>{about}</p>
      {!isLost && detail && (
        <p>
          <code>{detail}</code>
        </p>
      )}
      {comeback !== 'gone' && (
        <div className={styles.actions}>
          <Button variant="primary" onClick={() => location.reload()}>
            {words.reload}
          </Button>
          <a href="/debug">{words.debug}</a>
        </div>
      )}
    </div>
  )
}
