import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Annotation } from '../../../shared/contracts/annotations.ts'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import { newId } from '../../../shared/new-id.ts'
import type { LabelIndex } from '../../annotation/label-index.ts'
import type { ToolName } from '../../canvas/tools/tool-names.ts'
import type { ImageCard } from '../../imagery/images.ts'
import { showToast } from '../../ui/toast.tsx'
import type { DrawnOn } from './annotation-canvas.tsx'
import type { Edit } from './document/edits.ts'
import { keepLastLabel, labelUsedElsewhere, readLastLabel } from './last-label.ts'
import { nextUnnamed, walkOf } from './moving/walking.ts'
import { labelBeside } from './suggestions/open-suggestions.ts'
import type { Suggestions } from './suggestions/use-suggestions.ts'
import * as texts from './texts.ts'
import { toolWords } from './tool-words.ts'
import { useNow } from './use-now.ts'
import { useWorkState } from './work-state/use-work-state.ts'
import type { WorkspaceProps } from './workspace-props.ts'

const recentLabels = 8
const none: readonly string[] = []

interface Editing extends Pick<WorkspaceProps, 'projectId' | 'image' | 'store' | 'mayEdit' | 'me' | 'onWorkState'> {
  /** Ids of labels whose annotations cannot be changed. The empty string stands for annotations without a label. */
  locked: ReadonlySet<string>
  labelIndex: LabelIndex
  /** Ids of the annotations that are sample points, in the order of the sample. */
  points: readonly string[]
  tool: ToolName
  suggestions: Pick<Suggestions, 'at' | 'seenAt'>
  selection: () => readonly string[]
  setSelected: (ids: readonly string[]) => void
  focusOn: (annotation: Annotation) => void
  focusCanvas: () => void
}

/** Returns functions that draw, label and change annotations of the image, together with the current label. */
// Long: one function for each edit.
export function useEditing({
  projectId,
  image,
  store,
  mayEdit,
  me,
  locked,
  onWorkState,
  labelIndex,
  points,
  tool,
  suggestions,
  selection,
  setSelected,
  focusOn,
  focusCanvas
}: Editing) {
  const { document } = store
  const [labelId, currentLabel, setLabelId] = useNow(() => readLastLabel(me.id, projectId))
  const [recent, setRecent] = useState<readonly string[]>(none)
  const takeOver = useEffectEvent((id: string | null) => id !== null && recent.length === 0 && setLabelId(id))
  useEffect(() => {
    labelUsedElsewhere(me.id, projectId).then(takeOver, () => {}) // offline: keep the label stored in this browser
  }, [me.id, projectId])
  const [several, setSeveral] = useState(false)
  /** Ids of annotations just drawn with a label. The next label chosen is for the next shape and leaves these annotations unchanged. */
  const fresh = useRef(none)

  function select(ids: readonly string[]) {
    fresh.current = none
    setSelected(ids)
    if (ids.length === 0) setSeveral(false)
  }

  /** Makes edits as one undo step. @param of the image that the edits belong to */
  function edit(name: string, edits: Edit[], of: ImageCard = image) {
    const isFree = (annotationId: string) => !locked.has(document.get(annotationId)?.labelId ?? '')
    const known = edits.filter(each => each.kind === 'create' || document.get(each.annotationId)) // a selected suggestion may have no annotation
    const free = known.filter(each => each.kind === 'create' || isFree(each.annotationId))
    if (free.length < known.length) showToast({ title: texts.locked(known.length - free.length) })
    if (!mayEdit || free.length === 0) return
    document.do(name, of.id, free)
    if (of.workState === 'notSeen') onWorkState(of.id, 'inWork') // the server does the same with the edit
  }

  const setWorkState = useWorkState(projectId, store.outbox, onWorkState)
  const changeWorkState = (state: ImageCard['workState']) => setWorkState(image.id, state)

  /** Makes a label the current one, and assigns it to annotations. @param to ids; others than the selection leave selection and focus as they are */
  function chooseLabel(id: string, to = selection()) {
    setLabelId(id)
    keepLastLabel(me.id, projectId, id)
    setRecent(before => [id, ...before.filter(other => other !== id)].slice(0, recentLabels))
    const named = labelIndex.get(id)?.name ?? texts.edits.unnamedLabel
    const chosen = to.filter(annotationId => !fresh.current.includes(annotationId) && document.get(annotationId)?.labelId !== id)
    edit(
      texts.edits.label(chosen.length, named),
      chosen.map(annotationId =>
        labelBeside(annotationId, id, {
          suggestion: suggestions.at(annotationId),
          seen: suggestions.seenAt(annotationId),
          hasLabel: Boolean(document.get(annotationId)?.labelId)
        })
      )
    )
    if (to !== selection()) return
    const [point, another] = to
    const next = point && !another && points.includes(point) ? nextUnnamed(walkOf(document.list(image.id), points), point) : null
    if (next) {
      select([next.id])
      focusOn(next)
    }
    if (!window.document.activeElement?.closest('[data-arrows-only]')) focusCanvas() // the focus stays in the list while a person walks through it
  }

  /**
   * Saves new shapes as one undo step. If an annotation is being edited, the first shape replaces its outline, and the others get its label. All
   * drawn annotations are selected unless their image is no longer shown.
   */
  function draw(shapes: readonly Shape[], editedId: string | null, on: DrawnOn) {
    const before = editedId === null ? undefined : document.get(editedId)
    const labelId = before ? before.labelId : (labelIndex.get(currentLabel())?.id ?? null)
    const edits = shapes.map(
      (shape, index): Edit =>
        before && index === 0
          ? { kind: 'revise', annotationId: before.id, shape }
          : { kind: 'create', annotationId: newId(), mediaId: on.image.id, shape, labelId }
    )
    edit(before ? texts.outline : texts.edits.draw(toolWords[tool as keyof typeof toolWords]?.toLowerCase() ?? ''), edits, on.image)
    const isLabelled = labelId !== null && !before
    if (isLabelled) keepLastLabel(me.id, projectId, labelId)
    if (on.isLeft) return
    const ids = edits.map(({ annotationId }) => annotationId)
    select(ids)
    if (isLabelled) fresh.current = ids
  }

  /** Assigns the current label to the whole image, without a shape. */
  function labelImage() {
    const label = labelIndex.get(currentLabel())
    if (!label) return showToast({ title: texts.labelFirst })
    const annotationId = newId()
    edit(texts.labelImage(label.name), [{ kind: 'create', annotationId, mediaId: image.id, shape: null, labelId: label.id }])
    select([annotationId])
    fresh.current = [annotationId]
  }

  return { labelId, recent, fresh, several, setSeveral, select, edit, setState: changeWorkState, chooseLabel, draw, labelImage }
}
