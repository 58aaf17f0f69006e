import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { documentTitle } from './page-title.ts'

/** Current path. It is kept outside the frames, because a navigation may replace one frame with another. */
let shown: string | null = null

/**
 * Effects of a route change. The page scrolls smoothly to the top, and the title of the browser tab is set. The `h1` receives the focus, so that
 * screen readers announce the new page.
 */
export function useRouteEffects(project?: string): void {
  const { pathname } = useLocation()

  useEffect(() => {
    document.title = documentTitle(pathname, project)
  }, [pathname, project])

  // runs before the effects of the screen, which may scroll to one of its sections
  useLayoutEffect(() => {
    const before = shown
    shown = pathname
    if (before === null || before === pathname) return
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    window.scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' })
    const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1
    target?.focus({ preventScroll: true })
  }, [pathname])
}
