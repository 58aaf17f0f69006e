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
