import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Annotation } from '../../../shared/contracts/annotations.ts'
import { attributeFieldsOf } from '../../annotation/attributes/queries.ts'
import { indexLabels } from '../../annotation/label-index.ts'
import { samplesOf } from '../../annotation/sample-queries.ts'
import { useNumberKeys } from '../../annotation/use-number-keys.ts'
import type { ToolName } from '../../canvas/tools/tool-names.ts'
import type { Viewport } from '../../imagery/viewport.ts'
import { actionsAt } from './actions.ts'
import { useAnnotateAddress } from './address.ts'
import { useAdjustments } from './adjustments.ts'
import type { CanvasHandle } from './annotation-canvas.tsx'
import { useMatches } from './filter/use-matches.ts'
import type { SweepHandle } from './moving/sweep-bar.tsx'
import { useSteps } from './moving/use-steps.ts'
import { useViewing } from './moving/use-viewing.ts'
import { walkOf } from './moving/walking.ts'
import { suggestionDecisions } from './suggestions/decisions.ts'
import { useSuggestions } from './suggestions/use-suggestions.ts'
import { useDocumentVersion } from './use-document.ts'
import { useEditing } from './use-editing.ts'
import { useGivenColours } from './use-given-colours.ts'
import { useGroupStates } from './use-group-states.ts'
import { useOpenImage } from './use-open-image.ts'
import { usePanels } from './use-panels.ts'
import { useSelected } from './use-selected.ts'
import type { WorkspaceProps } from './workspace-props.ts'

export type WorkspaceState = ReturnType<typeof useWorkspace>

/** Returns the state and the actions that the regions of the workspace share. */
// Long: shared state and the actions that use it.
export function useWorkspace(props: WorkspaceProps) {
  const { projectId, image, images, labels, store, mayEdit, me, frame, scaling, onWorkState } = props
  const { document } = store
  const [address, setAddress] = useAnnotateAddress()
  const canvas = useRef<CanvasHandle>(null)
  const keys = useNumberKeys(projectId, labels)
  const labelIndex = useMemo(() => indexLabels(labels, keys), [labels, keys])
  const groupStates = useGroupStates()
  const version = useDocumentVersion(document)
  const annotations = useMemo(() => (version >= 0 ? document.list(image.id) : []), [document, version, image.id])
  useGivenColours(annotations, labelIndex, store.outbox, props.onFirstUse)
  const neighbours = useMemo(() => [images.after, images.before], [images.after, images.before])
  const suggestions = useSuggestions({ projectId, image, neighbours, store, annotations, me, mayEdit })
  const places = useMemo(() => [...annotations, ...suggestions.shown], [annotations, suggestions.shown])
  const viewing = useViewing(canvas, places, address.viewport)
  const [selected, selection, setSelected, unselect] = useSelected(image.id, address.selected, {
    write: only => setAddress({ selected: only }),
    onArrive: viewing.arriveAt
  })
  const [tool, setTool] = useState<ToolName>('select')
  const [hidden, setHidden] = useState(false)
  const panels = usePanels(frame.isPhone)
  const [sweeping, setSweeping] = useState(false)
  const sweep = useRef<SweepHandle>(null)
  const [scale, setScale] = useState(1)
  const [failure, open] = useOpenImage(document, image.id, neighbours)
  const isRead = document.isOpen(image.id)
  const [shows, setShows] = useState<'refused' | 'sample' | 'picture' | null>(null)
  const [adjustments, setAdjustments] = useAdjustments(projectId)
  const samples = useQuery(samplesOf(image.id))
  const areTaken = samples.data?.taken === true
  useEffect(() => {
    if (areTaken) document.open(image.id).catch(() => {})
  }, [areTaken, document, image.id])
  const points = useMemo(() => samples.data?.samples.flatMap(sample => sample.points) ?? [], [samples.data])
  const fields = useQuery(attributeFieldsOf(projectId))
  const matches = useMatches({ projectId, filter: address.filter, image, annotations, labelIndex })
  const walk = useMemo(
    () => walkOf(matches ? annotations.filter(({ id }) => matches.has(id)) : annotations, points),
    [annotations, matches, points]
  )
  const focusCanvas = () => canvas.current?.focus()
  const { focusOn: moveTo } = viewing
  const selecting = { selection, setSelected, focusOn: moveTo, focusCanvas }
  const editing = useEditing({
    ...{ projectId, image, store, mayEdit, me, onWorkState, labelIndex, points, tool, ...selecting, suggestions },
    locked: groupStates.locked
  })

  function focusOn(annotation: Annotation) {
    editing.select([annotation.id])
    moveTo(annotation)
  }

  /** Id of the last chosen image, from which the next step starts. That image may not be rendered yet. */
  const goal = useRef(image.id)
  useEffect(() => {
    goal.current = image.id
  }, [image.id])

  function show(imageId: string, viewport: Viewport | null = null) {
    if (imageId !== image.id) canvas.current?.finish()
    goal.current = imageId
    unselect() // immediately, so that keys pressed before the next image appears do not act on this one
    setAddress({ imageId, selected: null, viewport })
  }

  function go(by: 1 | -1) {
    const at = images.list.findIndex(({ id }) => id === goal.current)
    const next = at >= 0 ? images.list[at + by] : by > 0 ? images.after : images.before
    if (next) show(next.id, sweep.current?.opens(next))
  }

  const step = useSteps({
    image,
    images,
    walk,
    isRead: isRead && !samples.isPending,
    from: () => selection()[0],
    isMarked: ({ id, annotationCount }) => (document.isOpen(id) ? document.list(id).length : annotationCount) > 0,
    focusOn,
    onGo: show
  })

  function toggleScale() {
    if (scaling.isOpen && (tool === 'scaleMark' || tool === 'scaleLine')) canvas.current?.take('select')
    if (!scaling.isOpen) panels.open('labels')
    scaling.toggle()
  }

  const deciding = suggestionDecisions({
    ...{ store, mediaId: image.id, mayEdit, suggestions, labelIndex, editing, selection, bringIntoView: viewing.bringIntoView }
  })

  const actions = actionsAt({
    deciding,
    image,
    store,
    canvas,
    annotations,
    hiddenLabels: groupStates.hidden,
    tool,
    points,
    fields: fields.data ?? [],
    labelIndex,
    selection,
    editing,
    reveal: imageId => {
      if (imageId !== goal.current) show(imageId)
    },
    go,
    step,
    scale: toggleScale,
    toggleSweep: () => setSweeping(!sweeping),
    sample: () => setShows('sample'),
    imagesPanel: () => panels.toggle('images'),
    labelsPanel: () => panels.toggle('labels'),
    openLabels: () => panels.open('labels'),
    fullScreen: frame.toggleFull,
    hide: () => setHidden(before => !before),
    sweep: by => (sweep.current ? sweep.current.go(by) : setSweeping(true)),
    writeView: viewport => setAddress({ imageId: image.id, viewport })
  })

  return {
    ...{
      isRead,
      address,
      setAddress,
      labelIndex,
      groupStates,
      annotations,
      suggestions,
      deciding,
      neighbours,
      matches,
      walk,
      samples
    },
    ...{ canvas, sweep, viewing, tool, setTool, scale, setScale, hidden, panels, sweeping, setSweeping, adjustments, setAdjustments },
    ...{ failure, open, shows, setShows, selected, selection, editing, actions, focusCanvas, show, focusOn, step },
    /** Ids of the selected annotations that are not removed. */
    seen: selected.filter(id => document.get(id)?.removed === false)
  }
}
