import { Children, type ReactNode, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { classNames } from './class-names.ts'
import styles from './page-links.module.css'
import { useCurrentInView } from './use-current-in-view.ts'

interface PageLinksProps {
  /** Accessible name of the row. */
  label: string
  className?: string
  /** Links. The current one has `aria-current="page"`. */
  children: ReactNode
}

/** Row of links to the screens of one area, styled as tabs. On a narrow window the row scrolls, and the current link is in view. */
export function PageLinks({ label, className, children }: PageLinksProps) {
  const row = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const count = Children.count(children) // some links appear once the role of the person is loaded
  useCurrentInView(row, '[aria-current="page"]', `${pathname} ${count}`)
  return (
    <nav ref={row} className={classNames(styles.links, className)} aria-label={label}>
      {children}
    </nav>
  )
}
