import type { ReactNode } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'
import { useHref, useNavigate } from 'react-router-dom'

/** What React Aria must know: the language of the app, and how menus go to its places without a new page load. */
export function AriaSetup({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  return (
    <I18nProvider locale="en-GB">
      <RouterProvider navigate={to => void navigate(to)} useHref={useHref}>
        {children}
      </RouterProvider>
    </I18nProvider>
  )
}
