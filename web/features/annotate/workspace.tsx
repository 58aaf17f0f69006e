import { type ReactNode, Suspense } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { useCommands } from '../../ui/command.ts'
import { formatPercent } from '../../ui/format.ts'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { showToast } from '../../ui/toast.tsx'
import { annotateCommands } from './commands.ts'
import { Stage } from './regions/stage.tsx'
import { Top } from './regions/top.tsx'
import * as texts from './texts.ts'
import { useWorkspace } from './use-workspace.ts'
import styles from './workspace.module.css'
import type { WorkspaceProps } from './workspace-props.ts'

// Loaded lazily, so that the image appears before the lists beside it.
const ImageStrip = lazyPart(() => import('./panels/image-strip.tsx').then(module => ({ default: module.ImageStrip })))
const Side = lazyPart(() => import('./regions/side.tsx').then(module => ({ default: module.Side })))
const PhoneBar = lazyPart(() => import('./bars/phone-bar.tsx').then(module => ({ default: module.PhoneBar })))
const CorrectionBar = lazyPart(() => import('./outlining/outline-selection.ts').then(module => ({ default: module.CorrectionBar })))
const PictureControls = lazyPart(() => import('./panels/picture-panel.tsx').then(module => ({ default: module.PictureControls })))
const RefusedEdits = lazyPart(() => import('./refused/refused-edits.tsx').then(module => ({ default: module.RefusedEdits })))
const StatusLine = lazyPart(() => import('./bars/status-line.tsx').then(module => ({ default: module.StatusLine })))

/** Workspace of Annotate: the canvas with its bars, the image list, and the labels and annotations of one image. */
// Long: the regions of one screen.
export function Workspace(props: WorkspaceProps) {
  const { projectId, image, images, store, mayEdit, me, frame, scaling, scaleBar, sampleDialog } = props
  const { document } = store
  const { isPhone } = frame
  const state = useWorkspace(props)
  const { actions, address, labelIndex, editing, open, panels, samples, scale, seen, setShows, show, shows, tool } = state
  useCommands(texts.area, annotateCommands, actions, { mayEdit, hasSelection: true })
  const strip = (
    <Suspense fallback={<nav className={styles.strip} aria-label={texts.images} />}>
      <ImageStrip images={images} isFiltered={address.filter !== ''} onGo={show} />
    </Suspense>
  )
  const side = (
    <Suspense fallback={<div className={styles.side} />}>
      <Side {...props} state={state} />
    </Suspense>
  )

  return (
    <div className={styles.workspace} data-theme="dark">
      <Top {...{ projectId, image, images, store, mayEdit, me, frame, state }} />
      {panels.shown.images && (isPhone ? <Sheet title={texts.images} content={strip} onClose={actions.imagesPanel} /> : strip)}
      <Stage {...{ image, images, mayEdit, frame, scaling, scaleBar, state }} />
      {panels.shown.labels && (isPhone ? <Sheet title={texts.labelsAndAnnotations} content={side} onClose={actions.labelsPanel} /> : side)}
      {isPhone ? (
        <Suspense fallback={<div className={styles.status} />}>
          <PhoneBar
            tool={tool}
            isLow={frame.isLow}
            mayEdit={mayEdit}
            canUndo={document.canUndo !== null}
            panels={panels.shown}
            onPanel={panels.toggle}
            actions={actions}
          />
        </Suspense>
      ) : (
        <Suspense fallback={<footer className={styles.status}>{formatPercent(scale)}</footer>}>
          <StatusLine
            image={image}
            zoom={formatPercent(scale)}
            label={labelIndex.get(editing.labelId)}
            selected={seen.length}
            metersPerPixel={scaling.metersPerPixel}
          />
        </Suspense>
      )}
      <Suspense fallback={null}>
        {tool === 'outlineMark' && <CorrectionBar {...props} state={state} />}
        {isPhone && shows === 'picture' && (
          <Sheet
            title={texts.picture.label}
            content={<PictureControls adjustments={state.adjustments} onChange={state.setAdjustments} />}
            onClose={() => setShows(null)}
          />
        )}
        {shows === 'refused' && <RefusedEdits store={store} labelIndex={labelIndex} onClose={() => setShows(null)} />}
        {shows === 'sample' &&
          sampleDialog({
            filter: address.filter,
            existing: samples.data?.samples[0],
            selected: (seen.length === 1 && document.get(seen[0]!)?.shape) || null,
            onClose: outcome => {
              setShows(null)
              if (!outcome) return
              showToast({ title: outcome })
              void samples.refetch().then(() => open()) // the walk follows the order of the sample points
            }
          })}
      </Suspense>
    </div>
  )
}

function Sheet({ title, content, onClose }: { title: string; content: ReactNode; onClose: () => void }) {
  return (
    <section className={styles.sheet} aria-label={title}>
      <header>
        {title}
        <IconButton label={texts.closeSheet} tip="" onClick={onClose}>
          <ChevronDownIcon aria-hidden />
        </IconButton>
      </header>
      {content}
    </section>
  )
}
