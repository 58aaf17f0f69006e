import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { documentTitle } from './page-title.ts'

/** Path on the screen. It is kept outside the frames, because one frame replaces another. */
let shown: string | null = null

/**
 * Effects of a route change. The page scrolls smoothly to its top, and the browser tab gets its title. The `h1` takes the focus, so that a
 * screen reader announces the new page.
 */
export function useRouteEffects(project?: string): void {
  const { pathname } = useLocation()

  useEffect(() => {
    document.title = documentTitle(pathname, project)
  }, [pathname, project])

  // before the effects of the screen, which may scroll to a section of its own
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
