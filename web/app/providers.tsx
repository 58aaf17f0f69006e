import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { RouterProvider } from 'react-router-dom'
import { queryClient } from '../api/query-client.ts'
import { showDialog } from '../layouts/shell-dialog.ts'
import { fetchAhead } from './fetch-ahead.ts'
import { keepOpenWhileSending } from './keep-open.ts'
import { logFaults } from './log-faults.ts'
import { retryStyles } from './lost-files.ts'
import { router } from './router.tsx'
import { SessionProvider, session } from './session.tsx'

logFaults()
retryStyles()
fetchAhead()
keepOpenWhileSending(queryClient)

const signedOutPages = /^\/(auth|login|signup|forgot-password|reset-password)$/

session.onEnded = () => {
  showDialog(null)
  // /auth only links to these pages, and staying on the page keeps the input in its form
  if (!signedOutPages.test(window.location.pathname)) void router.navigate('/auth')
}

/** Milliseconds before a part of the app that failed to load is fetched again. */
const patience = 5_000

let isLoadingWork = false

/** Loads the outbox after sign-in, because it is not part of the initial load. */
function openWork(): void {
  if (isLoadingWork || session.snapshot().state !== 'signed-in') return
  isLoadingWork = true
  import('./session-work.ts').then(
    ({ followSession }) => {
      stop()
      followSession(session)
    },
    () => setTimeout(openAgain, patience)
  )
}

function openAgain(): void {
  isLoadingWork = false
  openWork()
}

const stop = session.subscribe(openWork)
openWork()

/** Root component: provides server data, session and screens. */
export function App() {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </QueryClientProvider>
    </StrictMode>
  )
}
