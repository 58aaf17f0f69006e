import { Children, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { classNames } from './class-names.ts'
import styles from './page-links.module.css'

interface PageLinksProps {
  /** Accessible name of the row. */
  label: string
  className?: string
  /** Links, of which the current one has `aria-current="page"`. */
  children: ReactNode
}

/** Row of links to the screens of one area, styled as tabs. On a narrow window the row scrolls, and the current link is in view. */
export function PageLinks({ label, className, children }: PageLinksProps) {
  const row = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const count = Children.count(children) // some links appear once the role of the person is loaded
  useEffect(() => {
    const links = row.current
    if (!links || pathname === '' || count === 0) return
    const widths = new ResizeObserver(() => showCurrent(links))
    widths.observe(links)
    return () => widths.disconnect()
  }, [pathname, count])
  return (
    <nav ref={row} className={classNames(styles.links, className)} aria-label={label}>
      {children}
    </nav>
  )
}

function showCurrent(row: HTMLElement) {
  const current = row.querySelector<HTMLElement>('[aria-current="page"]')
  if (current) row.scrollLeft = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.offsetWidth) / 2
}
