import type { ReactNode } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'
import { useHref, useNavigate } from 'react-router-dom'

/** Provides React Aria with the language of the app, and with the router for links in menus. */
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
