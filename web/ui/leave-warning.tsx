import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import * as texts from './texts.ts'

/**
 * Requests confirmation before a screen with unsaved changes is left.
 * Within the app, a dialog appears. When the page is closed, the browser's prompt appears.
 */
export function LeaveWarning({ unsaved }: { unsaved: boolean }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname)
  useEffect(() => {
    if (!unsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [unsaved])
  return (
    <Dialog
      title={texts.leaveTitle}
      role="alertdialog"
      isOpen={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      actions={
        <>
          <Button onClick={() => blocker.reset?.()}>{texts.stay}</Button>
          <Button variant="danger" onClick={() => blocker.proceed?.()}>
            {texts.leave}
          </Button>
        </>
      }
    >
      <p>{texts.leaveAbout}</p>
    </Dialog>
  )
}
