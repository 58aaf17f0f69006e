import { lazy, Suspense } from 'react'
import { useCommands } from '../../ui/command.ts'
import { formatPercent } from '../../ui/format.ts'
import { showToast } from '../../ui/toast.tsx'
import { annotateCommands } from './commands.ts'
import { Side } from './regions/side.tsx'
import { Stage } from './regions/stage.tsx'
import { Top } from './regions/top.tsx'
import { useWorkspace } from './use-workspace.ts'
import styles from './workspace.module.css'
import type { WorkspaceProps } from './workspace-props.ts'

// The picture comes first; the lists beside it follow.
const ImageStrip = lazy(() => import('./panels/image-strip.tsx').then(module => ({ default: module.ImageStrip })))
const RefusedEdits = lazy(() => import('./refused/refused-edits.tsx').then(module => ({ default: module.RefusedEdits })))
const StatusLine = lazy(() => import('./bars/status-line.tsx').then(module => ({ default: module.StatusLine })))

/** Where images are annotated: the list, the canvas, the labels and the annotations of the image. */
export function Workspace(props: WorkspaceProps) {
  const { projectId, image, images, desk, mayEdit, me, scaling, scaleBar, sampleDialog } = props
  const { document } = desk
  const state = useWorkspace(props)
  const { actions, address, book, editing, open, samples, scale, seen, setShows, show, shows } = state
  useCommands('Annotate', annotateCommands, actions, { mayEdit, hasSelection: true })

  return (
    <div className={styles.workspace} data-theme="dark">
      <Top {...{ projectId, image, images, desk, mayEdit, me, scaling, state }} />
      <Suspense fallback={<nav className={styles.strip} aria-label="Images" />}>
        <ImageStrip images={images} isFiltered={address.filter !== ''} onGo={show} />
      </Suspense>
      <Stage {...{ image, images, mayEdit, scaling, scaleBar, state }} />
      <Side {...props} state={state} />
      <Suspense fallback={<footer className={styles.status}>{formatPercent(scale)}</footer>}>
        <StatusLine
          image={image}
          zoom={formatPercent(scale)}
          label={book.get(editing.labelId)}
          selected={seen.length}
          metersPerPixel={scaling.metersPerPixel}
        />
      </Suspense>
      <Suspense fallback={null}>
        {shows === 'refused' && <RefusedEdits desk={desk} book={book} onClose={() => setShows(null)} />}
        {shows === 'sample' &&
          sampleDialog({
            filter: address.filter,
            existing: samples.data?.samples[0],
            selected: (seen.length === 1 && document.get(seen[0]!)?.shape) || null,
            onClose: said => {
              setShows(null)
              if (!said) return
              showToast({ title: said })
              void samples.refetch().then(() => open()) // the order of the walk first
            }
          })}
      </Suspense>
    </div>
  )
}
