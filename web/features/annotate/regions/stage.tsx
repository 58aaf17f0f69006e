import { Suspense, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { showToast } from '../../../ui/toast.tsx'
import { AnnotationCanvas } from '../annotation-canvas.tsx'
import * as texts from '../texts.ts'
import type { WorkspaceState } from '../use-workspace.ts'
import styles from '../workspace.module.css'
import type { WorkspaceProps } from '../workspace-props.ts'

const PicturePanel = lazyPart(() => import('../panels/picture-panel.tsx').then(module => ({ default: module.PicturePanel })))
const ToolBar = lazyPart(() => import('../bars/tool-bar.tsx').then(module => ({ default: module.ToolBar })))
const ViewBar = lazyPart(() => import('../bars/view-bar.tsx').then(module => ({ default: module.ViewBar })))
const SweepBar = lazyPart(() => import('../moving/sweep-bar.tsx').then(module => ({ default: module.SweepBar })))

type StageProps = Pick<WorkspaceProps, 'image' | 'images' | 'mayEdit' | 'frame' | 'scaling' | 'scaleBar'> & { state: WorkspaceState }

/** The canvas with the toolbars over it. */
// Long: the canvas has many props.
export function Stage({ image, images, mayEdit, frame, scaling, scaleBar, state }: StageProps) {
  const {
    actions,
    annotations,
    suggestions,
    labelIndex,
    canvas,
    editing,
    failure,
    groupStates,
    hidden,
    adjustments,
    viewing,
    matches,
    neighbours,
    open,
    scale,
    selected
  } = state
  const { setAdjustments, setScale, setSweeping, setTool, show, sweep, sweeping, tool } = state
  const [hint, setHint] = useState<string | null>(null)
  return (
    <div className={styles.stage}>
      {!frame.isPhone && (
        <>
          <Suspense fallback={null}>
            <ToolBar tool={tool} mayEdit={mayEdit} actions={actions} />
          </Suspense>
          <Suspense fallback={null}>
            <ViewBar
              actions={actions}
              hidden={hidden}
              isFull={frame.isFull}
              scale={{ isKnown: scaling.metersPerPixel !== null, isOpen: scaling.isOpen }}
              picture={<PicturePanel adjustments={adjustments} onChange={setAdjustments} />}
            />
          </Suspense>
        </>
      )}
      <AnnotationCanvas
        ref={canvas}
        image={image}
        hasBars={!frame.isPhone}
        neighbours={neighbours}
        annotations={annotations}
        isRead={state.isRead}
        isReading={!state.isRead && failure === null}
        suggestions={suggestions.shown}
        labelIndex={labelIndex}
        selected={selected}
        several={editing.several}
        hidden={hidden}
        groupStates={groupStates}
        matches={matches}
        adjustments={adjustments}
        mayEdit={mayEdit}
        metersPerPixel={scaling.metersPerPixel}
        scaleMarks={scaling.marks}
        onShow={viewing.onShow}
        onDraw={editing.draw}
        onEdits={(edits, on) =>
          editing.edit(
            texts.outline,
            edits.map(({ id, shape }) => ({ kind: 'revise', annotationId: id, shape })),
            on.image
          )
        }
        onSelect={editing.select}
        onMessage={title => showToast({ title })}
        onScaleLine={({ points }) => scaling.setMarks(points)}
        onScaleMark={({ x, y }) => scaling.addMark([x, y])}
        onTool={setTool}
        onHint={setHint}
        onZoom={setScale}
      />
      {scaleBar(scale)}
      <p className={styles.hint} role="status">
        {hint}
      </p>
      {sweeping && (
        <Suspense fallback={null}>
          <SweepBar ref={sweep} canvas={canvas} image={image} images={images} onGo={show} onClose={() => setSweeping(false)} />
        </Suspense>
      )}
      {failure && (
        <div className={styles.failure} role="alert">
          {failure} {texts.drawn}
          <button type="button" onClick={open}>
            {texts.again}
          </button>
        </div>
      )}
    </div>
  )
}
