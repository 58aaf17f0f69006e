import { Suspense, useMemo, useState } from 'react'
import { NavLink, Outlet, useParams } from 'react-router-dom'
import { projectPath } from '../../shared/addresses.ts'
import type { AnnotateFrame } from '../features/annotate/annotate-frame.ts'
import { useBlindness } from '../features/rounds/use-blindness.ts'
import { annotateTabs } from '../routes/project/annotate-tabs.ts'
import { ChevronDownIcon } from '../ui/icons.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { MenuButton } from '../ui/menu.tsx'
import { PageLinks } from '../ui/page-links.tsx'
import { useLowWindow, usePhone } from '../ui/use-phone.ts'
import styles from './annotate-layout.module.css'
import * as texts from './texts.ts'
import { useFullScreen } from './use-full-screen.ts'

const BlindBanner = lazyPart(() => import('../features/rounds/blind-banner.tsx').then(module => ({ default: module.BlindBanner })))

/** Frame of the Annotate screens: a row of tabs, to which screens can add controls, and the banner of a blind session. */
export function Component() {
  const { projectId = '' } = useParams()
  const { round, key } = useBlindness(projectId)
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const [isFull, toggleFull] = useFullScreen()
  const isLow = useLowWindow()
  const isPhone = usePhone() || isLow
  const frame = useMemo((): AnnotateFrame => ({ bar, isFull, toggleFull, isPhone, isLow }), [bar, isFull, toggleFull, isPhone, isLow])
  const tabs = annotateTabs.map(({ path, label }) => ({ label, to: projectPath(projectId, `annotate/${path}`.replace(/\/\*?$/, '')) }))
  return (
    <div className={styles.area} data-blind={round ? true : undefined} data-full={isFull || undefined}>
      <div className={styles.row}>
        <PageLinks className={styles.tabs} label={texts.annotate}>
          {tabs.map(({ label, to }, index) => (
            <NavLink key={to} to={to} end={index === 0}>
              {label}
            </NavLink>
          ))}
        </PageLinks>
        <div className={styles.screens}>
          <MenuButton
            label={texts.annotateScreens}
            size="small"
            variant="quiet"
            items={tabs.map(({ label, to }) => ({ id: to, label, href: to }))}
          >
            {annotateTabs[0]?.label} <ChevronDownIcon aria-hidden />
          </MenuButton>
        </div>
        <div ref={setBar} className={styles.bar} />
      </div>
      {round && (
        <Suspense fallback={null}>
          <BlindBanner round={round} />
        </Suspense>
      )}
      <Outlet key={key} context={frame} />
    </div>
  )
}
