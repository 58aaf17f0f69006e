import { type CSSProperties, type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo } from 'react'
import { Outlet, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { headerHeightPx, sidebarCollapsedPx, sidebarExpandedPx } from '../../shared/limits.ts'
import { AriaSetup } from '../ui/aria-setup.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { listenForShortcuts, useShortcuts } from '../ui/shortcuts.ts'
import { usePhone } from '../ui/use-phone.ts'
import { Header } from './header.tsx'
import { globalShortcuts, projectShortcuts } from './keys.ts'
import { OfflineStrip } from './offline-strip.tsx'
import { useRouteEffects } from './route-effects.ts'
import styles from './shell.module.css'
import { showDialog, useShownDialog } from './shell-dialog.ts'
import { type ShownProject, Sidebar } from './sidebar.tsx'
import { setSidebar, toggleSidebar, useSidebar } from './sidebar-state.ts'
import { SkipLink } from './skip-link.tsx'
import * as texts from './texts.ts'
import { useRest } from './use-rest.ts'

const CommandPalette = lazyPart(() => import('./palette/command-palette.tsx'))
const Toasts = lazyPart(() => import('../ui/toast-region.tsx'))
const Tips = lazyPart(() => import('../ui/tips.tsx'))
const BottomBar = lazyPart(() => import('./bottom-bar.tsx').then(module => ({ default: module.BottomBar })))
const KeySheet = lazyPart(() => import('./help/key-sheet.tsx'))
const UploadTray = lazyPart(() => import('../features/media/upload/tray.tsx').then(module => ({ default: module.UploadTray })))

const sizes = {
  '--sidebar-collapsed': `${sidebarCollapsedPx}px`,
  '--sidebar-expanded': `${sidebarExpandedPx}px`,
  '--header-height': `${headerHeightPx}px`
} as CSSProperties

/** Frame of the screens after sign-in: sidebar, header, content, and on phones the bottom bar of a project. */
export function Shell({ project }: { project?: ShownProject }) {
  const expanded = useSidebar()
  const phone = usePhone()
  const dialog = useShownDialog()
  const drawer = phone && expanded
  const isRested = useRest()
  useRouteEffects(project?.title)
  useCloseDialog()
  useCloseDrawer(phone)
  useDrawerFocus(drawer)
  useShellShortcuts(project?.id)

  return (
    <AriaSetup>
      <div className={styles.shell} style={sizes} data-expanded={expanded || undefined} data-project={project ? '' : undefined}>
        <SkipLink />
        <aside className={styles.aside} id="sidebar">
          <Sidebar expanded={expanded} project={project} />
        </aside>
        {drawer && <button type="button" className={styles.scrim} aria-label={texts.closeMenu} onClick={() => setSidebar(false)} />}
        <div className={styles.page} inert={drawer}>
          <Header
            project={project}
            expanded={expanded}
            onToggle={toggleSidebar}
            onSearch={() => showDialog('palette')}
            onHelp={() => showDialog('keys')}
          />
          <OfflineStrip />
          <Main>
            <Outlet />
          </Main>
        </div>
        <Suspense fallback={null}>{isRested && <UploadTray />}</Suspense>
        <Suspense fallback={null}>
          {project && phone && !drawer && <BottomBar projectId={project.id} onMore={() => setSidebar(true)} />}
        </Suspense>
      </div>
      {/* in a boundary of their own, because an open palette must not vanish while these parts are loaded */}
      <Suspense fallback={null}>
        {isRested && (
          <>
            <Toasts />
            <Tips />
          </>
        )}
      </Suspense>
      <Suspense fallback={null}>
        {dialog === 'palette' && (
          <CommandPalette projectId={project?.id} onShowKeys={() => showDialog('keys')} onClose={() => showDialog(null)} />
        )}
        {dialog === 'keys' && <KeySheet onClose={() => showDialog(null)} />}
      </Suspense>
    </AriaSetup>
  )
}

function Main({ children }: { children: ReactNode }) {
  return (
    <main className={styles.main} id="content" tabIndex={-1}>
      {children}
    </main>
  )
}

/** Closes the palette or the key sheet when the person goes back or forward in the history. */
function useCloseDialog() {
  const { key } = useLocation()
  const isWalk = useNavigationType() === 'POP'
  useLayoutEffect(() => {
    if (isWalk) showDialog(null)
  }, [key, isWalk])
}

/** Closes the navigation drawer on phones after navigation and on Esc. */
function useCloseDrawer(phone: boolean) {
  const { key } = useLocation()
  useEffect(() => {
    if (phone) setSidebar(false)
  }, [key, phone])
  useEffect(() => {
    if (!phone) return
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setSidebar(false)
    }
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [phone])
}

/** Moves the focus into the drawer when it opens, and back to the element that opened it when it closes. */
function useDrawerFocus(drawer: boolean) {
  useEffect(() => {
    if (!drawer) return
    const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
    document.querySelector<HTMLElement>('#sidebar a')?.focus()
    return () => opener?.focus()
  }, [drawer])
}

function useShellShortcuts(projectId: string | undefined) {
  const navigate = useNavigate()
  useLayoutEffect(listenForShortcuts, [])
  useShortcuts(useMemo(() => globalShortcuts(to => void navigate(to), showDialog), [navigate]))
  useShortcuts(useMemo(() => (projectId ? projectShortcuts(projectId, to => void navigate(to)) : []), [projectId, navigate]))
}
