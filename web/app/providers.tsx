import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { RouterProvider } from 'react-router-dom'
import { logFaults } from './log-faults.ts'
import { queryClient } from './query-client.ts'
import { retryStyles } from './retry-styles.ts'
import { router } from './router.tsx'
import { SessionProvider, session } from './session.tsx'

logFaults()
retryStyles()

const signedOutPages = /^\/(auth|login|signup|forgot-password|reset-password)$/

session.onEnded = () => {
  // on these pages one is where /auth leads already; what was typed stays
  if (!signedOutPages.test(window.location.pathname)) void router.navigate('/auth')
}

/** Milliseconds until a part of the app that could not be fetched is fetched again. */
const patience = 5_000

/** Work that waits is no part of the first load: it belongs to people who are signed in. */
function openWork(): void {
  if (session.snapshot().state !== 'signed-in') return
  stop()
  import('./session-work.ts').then(
    ({ followSession }) => followSession(session),
    () => setTimeout(openWork, patience)
  )
}

const stop = session.subscribe(openWork)
openWork()

/** The whole app: server data, session, screens. */
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
