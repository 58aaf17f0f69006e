import { Suspense } from 'react'
import { LabelPanel } from '../../../annotation/label-panel.tsx'
import { sentenceOf } from '../../../api/api-error.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { showToast } from '../../../ui/toast.tsx'
import { labelSearchId } from '../actions.ts'
import { restore } from '../document/noun.ts'
import * as texts from '../texts.ts'
import type { WorkspaceState } from '../use-workspace.ts'
import styles from '../workspace.module.css'
import type { WorkspaceProps } from '../workspace-props.ts'

const ObjectList = lazyPart(() => import('../panels/object-list.tsx').then(module => ({ default: module.ObjectList })))
const SuggestionPanel = lazyPart(() => import('../suggestions/suggestion-panel.tsx').then(module => ({ default: module.SuggestionPanel })))
const OwnKey = lazyPart(() => import('../panels/own-key.tsx').then(module => ({ default: module.OwnKey })))
const RemovedList = lazyPart(() => import('../panels/removed-list.tsx').then(module => ({ default: module.RemovedList })))
const SelectionPanel = lazyPart(() => import('../panels/selection-panel.tsx').then(module => ({ default: module.SelectionPanel })))
const SelectionBar = lazyPart(() => import('../panels/selection-bar.tsx').then(module => ({ default: module.SelectionBar })))
const AttributeValues = lazyPart(() => import('../attributes/attribute-values.tsx').then(module => ({ default: module.AttributeValues })))

type SideProps = WorkspaceProps & { state: WorkspaceState }

/** Side panels: labels, the annotations of the image, and the details of the selection. */
// Long: one region, from top to bottom.
export function Side(props: SideProps) {
  const { projectId, image, images, store, mayEdit, me, scaling, scalePanel, labelCard, onCreateLabel, onGiveKey, state } = props
  const {
    actions,
    annotations,
    labelIndex,
    canvas,
    editing,
    focusCanvas,
    focusOn,
    viewing,
    matches,
    seen,
    selected,
    selection,
    suggestions,
    deciding,
    step,
    tool,
    walk,
    groupStates
  } = state
  const { document } = store
  const current = labelIndex.get(editing.labelId)

  /** Adds a label, and assigns it to what is selected now. The answer can come when something else is selected, or another image is shown. */
  function create(name: string) {
    const [before, focused] = [selection(), window.document.activeElement]
    const ids = before.filter(id => !editing.fresh.current.includes(id))
    onCreateLabel(name).then(labelId => {
      const { activeElement, body } = window.document
      if (selection() === before && (activeElement === focused || activeElement === body)) deciding.chooseLabel(labelId)
      else editing.chooseLabel(labelId, ids)
    }, notAdded)
  }

  return (
    <div className={styles.side}>
      {scaling.isOpen && (
        <Suspense fallback={null}>
          {scalePanel({
            following: images.list.slice(images.list.findIndex(({ id }) => id === image.id) + 1).map(({ id }) => id),
            tool: tool === 'scaleMark' || tool === 'scaleLine' ? tool : null,
            onTake: name => canvas.current?.take(name),
            onMark: actions.take,
            onClose: actions.scale
          })}
        </Suspense>
      )}
      <LabelPanel
        labelIndex={labelIndex}
        current={editing.labelId}
        recent={editing.recent}
        searchId={labelSearchId}
        onChoose={deciding.chooseLabel}
        onCreate={mayEdit ? create : null}
        onLeave={focusCanvas}
      >
        <Suspense fallback={null}>
          {editing.labelId && labelCard(editing.labelId)}
          {current && mayEdit && <OwnKey label={current} onGive={onGiveKey} />}
        </Suspense>
      </LabelPanel>
      <Suspense fallback={null}>
        <ObjectList
          mediaId={image.id}
          me={me.id}
          annotations={annotations}
          isRead={state.isRead}
          labelIndex={labelIndex}
          matches={matches}
          walk={walk}
          onStep={step}
          selected={seen}
          several={editing.several}
          groupStates={groupStates}
          mayEdit={mayEdit}
          onSelect={ids => {
            editing.select(ids)
            viewing.bringIntoView(ids)
          }}
          removed={
            <Suspense fallback={null}>
              <RemovedList
                key={image.id}
                mediaId={image.id}
                document={document}
                labelIndex={labelIndex}
                mayEdit={mayEdit}
                onRestore={annotation => {
                  restore(document, annotation)
                  focusOn(annotation)
                }}
              />
            </Suspense>
          }
        />
        <SuggestionPanel projectId={projectId} mediaId={image.id} {...{ suggestions, deciding, selected, labelIndex, mayEdit, actions }} />
      </Suspense>
      {seen.length === 1 && (
        <Suspense fallback={null}>
          <SelectionPanel
            projectId={projectId}
            annotation={document.get(seen[0]!)!}
            labelIndex={labelIndex}
            mayEdit={mayEdit}
            metersPerPixel={scaling.metersPerPixel}
            image={image}
            me={me.id}
            isOwner={me.isOwner}
            onChange={(name, changes) => editing.edit(name, [{ kind: 'revise', annotationId: seen[0]!, ...changes }])}
          />
        </Suspense>
      )}
      {seen.length > 0 && (
        <Suspense fallback={null}>
          <AttributeValues
            projectId={projectId}
            document={document}
            ids={seen}
            mayEdit={mayEdit}
            isOwner={me.isOwner}
            onEdits={editing.edit}
          />
        </Suspense>
      )}
      {mayEdit && seen.length > 0 && (
        <Suspense fallback={null}>
          <SelectionBar
            count={seen.length}
            several={editing.several}
            hasBox={seen.some(id => document.get(id)?.shape?.kind === 'box')}
            isPolygon={seen.length === 1 && document.get(seen[0]!)?.shape?.kind === 'polygon'}
            isCorrecting={tool === 'outlineMark'}
            onSeveral={() => editing.setSeveral(!editing.several)}
            actions={actions}
          />
        </Suspense>
      )}
    </div>
  )
}

const notAdded = (error: unknown) => showToast({ tone: 'danger', title: sentenceOf(error, texts.objects.labelNotAdded) })
