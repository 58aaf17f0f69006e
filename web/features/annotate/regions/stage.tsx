import { lazy, Suspense } from 'react'
import { showToast } from '../../../ui/toast.tsx'
import { AnnotationCanvas } from '../annotation-canvas.tsx'
import { ToolBar } from '../bars/tool-bar.tsx'
import type { WorkspaceState } from '../use-workspace.ts'
import styles from '../workspace.module.css'
import type { WorkspaceProps } from '../workspace-props.ts'

const SweepBar = lazy(() => import('../moving/sweep-bar.tsx').then(module => ({ default: module.SweepBar })))

type StageProps = Pick<WorkspaceProps, 'image' | 'images' | 'mayEdit' | 'scaling' | 'scaleBar'> & { state: WorkspaceState }

/** The canvas and what floats above it. */
export function Stage({ image, images, mayEdit, scaling, scaleBar, state }: StageProps) {
  const { actions, annotations, book, canvas, editing, failure, hidden, look, looking, meant, neighbours, open, scale, selected } = state
  const { setScale, setSweeping, setTool, show, sweep, sweeping, tool } = state
  return (
    <div className={styles.stage}>
      <ToolBar tool={tool} mayEdit={mayEdit} actions={actions} />
      <AnnotationCanvas
        ref={canvas}
        image={image}
        neighbours={neighbours}
        annotations={annotations}
        book={book}
        selected={selected}
        several={editing.several}
        hidden={hidden}
        meant={meant}
        look={look}
        mayEdit={mayEdit}
        metersPerPixel={scaling.metersPerPixel}
        scaleMarks={scaling.marks}
        onShow={looking.onShow}
        onDraw={editing.draw}
        onEdits={edits =>
          editing.edit(
            'Change the outline',
            edits.map(({ id, shape }) => ({ kind: 'revise', annotationId: id, shape }))
          )
        }
        onSelect={editing.select}
        onMessage={title => showToast({ title })}
        onScaleLine={({ points }) => scaling.setMarks(points)}
        onScaleMark={({ x, y }) => scaling.addMark([x, y])}
        onTool={setTool}
        onZoom={setScale}
      />
      {scaleBar(scale)}
      {sweeping && (
        <Suspense fallback={null}>
          <SweepBar ref={sweep} canvas={canvas} image={image} images={images} onGo={show} onClose={() => setSweeping(false)} />
        </Suspense>
      )}
      {failure && (
        <div className={styles.failure} role="alert">
          {failure} What you drew is kept on this computer.
          <button type="button" onClick={open}>
            Try again
          </button>
        </div>
      )}
    </div>
  )
}
