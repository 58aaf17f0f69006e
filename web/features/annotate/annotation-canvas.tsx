import { type Ref, type RefObject, Suspense, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import type { Annotation } from '../../../shared/contracts/annotations.ts'
import type { Line, Point, Shape } from '../../../shared/contracts/shapes.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import type { LabelIndex } from '../../annotation/label-index.ts'
import { lookOf, suggestionLook } from '../../annotation/style.ts'
import type { Corrections } from '../../canvas/corrections.ts'
import { Scene } from '../../canvas/scene.ts'
import { overlayPainter } from '../../canvas/tools/overlay-painter.ts'
import { listen } from '../../canvas/tools/pointer-input.ts'
import type { ToolName } from '../../canvas/tools/tool-names.ts'
import { Toolbox } from '../../canvas/tools/toolbox.ts'
import { prepareForTiles } from '../../imagery/fetch-tile.ts'
import type { ImageCard } from '../../imagery/images.ts'
import type { ScreenPoint, Size, Viewport } from '../../imagery/viewport.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { markOf, type ShownSuggestion } from './suggestions/open-suggestions.ts'
import * as texts from './texts.ts'
import type { GroupStates } from './use-group-states.ts'
import styles from './workspace.module.css'

prepareForTiles() // while the list of images loads

const Minimap = lazyPart(() => import('./minimap.tsx').then(module => ({ default: module.Minimap })))
const CanvasMessage = lazyPart(() => import('./canvas-message.tsx').then(module => ({ default: module.CanvasMessage })))

/** Width reserved for a toolbar at a side of the canvas, in CSS pixels. */
const barRoomPx = 54

export interface CanvasHandle {
  take: (tool: ToolName) => void
  zoom: (factor: number) => void
  /** Pans the view in steps of a quarter of its size. Positive is right and down. */
  pan: (by: ScreenPoint) => void
  fit: () => void
  actualSize: () => void
  goTo: (viewport: Viewport, smooth?: boolean) => void
  /** Returns the current view, or the target view during an animation. */
  viewport: () => Viewport | null
  /** Returns the size of the canvas in CSS pixels. */
  view: () => Size | null
  focus: () => void
  /** Finishes the current drawing. Call it before another image is shown, while the selection is still there. */
  finish: () => void
  /** Removes the newest corner of an unfinished shape, and finishes other unfinished work. @returns whether a corner was removed */
  takeBack: () => boolean
  /** True while a shape is unfinished. */
  isBusy: () => boolean
  /** Offers a key to the current tool. @returns whether the tool handled it */
  key: (key: string) => boolean
  /** Returns the parts of the canvas engine, once they are there. */
  parts: () => CanvasParts | null
}

export interface CanvasParts {
  scene: Scene
  toolbox: Toolbox
}

/** Image on which something was drawn. */
export interface DrawnOn {
  image: ImageCard
  /** True when the image is no longer shown, or the screen is being left. */
  isLeft: boolean
}

interface AnnotationCanvasProps {
  ref: Ref<CanvasHandle>
  image: ImageCard
  /** Whether toolbars float at the left and right edges. */
  hasBars: boolean
  /** Images to prefetch, the most likely first. */
  neighbours: readonly (ImageCard | undefined)[]
  annotations: readonly Annotation[]
  /** Whether all annotations of the image are loaded. Until then their number is unknown. */
  isRead: boolean
  /** Whether they are still being loaded. */
  isReading: boolean
  /**
   * Suggestions by models. A suggestion for an existing annotation changes how the annotation is drawn.
   * A suggested new shape is drawn as an additional shape.
   */
  suggestions: readonly ShownSuggestion[]
  labelIndex: LabelIndex
  selected: readonly string[]
  /** Whether a click adds to the selection, as with Shift. */
  several: boolean
  hidden: boolean
  /** Hidden and locked labels. */
  groupStates: GroupStates
  /** Ids of the annotations that match the filter; null without a filter. All other annotations are dimmed. */
  matches: ReadonlySet<string> | null
  adjustments: Corrections
  mayEdit: boolean
  metersPerPixel: number | null
  /** Marks placed so far to measure the scale. */
  scaleMarks: readonly Vertex[]
  /** Called when another image appears, while the view still shows all of it. */
  onShow: () => void
  /** Called with the new shapes of one undo step. If an annotation is being edited, the first shape replaces its outline. */
  onDraw: (shapes: readonly Shape[], editedId: string | null, on: DrawnOn) => void
  onEdits: (edits: readonly { id: string; shape: Shape }[], on: DrawnOn) => void
  onSelect: (annotationIds: string[]) => void
  onMessage: (sentence: string) => void
  onScaleLine: (line: Line) => void
  onScaleMark: (point: Point) => void
  onTool: (tool: ToolName) => void
  /** Called with a hint at the next step while a shape is being drawn; null to clear it. */
  onHint: (sentence: string | null) => void
  /** Called with the target zoom of a view change, in CSS pixels per image pixel. */
  onZoom: (scale: number) => void
}

/** Annotation canvas with its tools. No React code runs while the pointer moves. */
// Long: an effect for each prop passes it to the canvas engine.
export function AnnotationCanvas(props: AnnotationCanvasProps) {
  const {
    ref,
    image,
    hasBars,
    neighbours,
    annotations,
    isRead,
    isReading,
    suggestions,
    labelIndex,
    selected,
    hidden,
    groupStates,
    matches,
    adjustments,
    metersPerPixel,
    scaleMarks
  } = props
  const picture = useRef<HTMLCanvasElement>(null)
  const overlay = useRef<HTMLCanvasElement>(null)
  const latest = useEffectEvent(() => props)
  const drawnOn = useRef<DrawnOn>({ image, isLeft: false })
  const [parts, setParts] = useState<CanvasParts | null>(null)

  useEffect(() => {
    const scene = new Scene({ picture: picture.current!, overlay: overlay.current!, margin: () => (latest().hasBars ? barRoomPx : 0) })
    const toolbox = toolboxOn(scene, () => latest(), drawnOn)
    scene.onPaintOverlay = overlayPainter({
      toolbox,
      surface: scene,
      metersPerPixel: () => latest().metersPerPixel,
      scaleMarks: () => latest().scaleMarks
    })
    const stopListening = listen(overlay.current!, scene, toolbox)
    const stopTools = toolbox.subscribe(() => {
      latest().onTool(toolbox.state.tool)
      latest().onHint(toolbox.state.hint)
    })
    const stopScene = scene.subscribe(() => latest().onZoom(scene.status().scale))
    const stopLeaving = onLeave(() => leave(toolbox, drawnOn))
    setParts({ scene, toolbox })
    return () => {
      leave(toolbox, drawnOn)
      stopLeaving()
      stopListening()
      stopTools()
      stopScene()
      scene.close()
    }
  }, [])

  const beginAnew = useEffectEvent(() => {
    drawnOn.current.isLeft = drawnOn.current.image.id !== image.id
    parts?.toolbox.show(image)
  })
  useEffect(() => beginAnew(), [parts, image.id]) // before the scene drops the shapes; tiles that arrive must not end a shape that is being drawn
  useEffect(() => {
    drawnOn.current = { image, isLeft: false }
  }, [image])

  const show = useEffectEvent(() => parts?.scene.show(image))
  useEffect(() => show(), [parts, image.id, image.state, image.tiled])

  useEffect(() => {
    if (parts) latest().onShow()
  }, [parts, image.id])

  useEffect(() => {
    const suggested = new Map(suggestions.map(suggestion => [markOf(suggestion), suggestion]))
    const shapes = [
      ...annotations.flatMap(({ id, shape }) => (shape ? [{ id, shape }] : [])),
      ...suggestions.flatMap(({ id, annotationId, shape }) => (annotationId === null ? [{ id, shape }] : []))
    ]
    const byId = new Map(annotations.map(annotation => [annotation.id, annotation]))
    parts?.scene.setShapes(shapes, id => {
      const suggestion = suggested.get(id)
      if (suggestion) return suggestionLook(suggestion.shape.kind !== 'line', hidden || groupStates.hidden.has(''))
      const annotation = byId.get(id)!
      return lookOf(annotation, labelIndex, hidden || groupStates.hidden.has(annotation.labelId ?? ''), matches?.has(id) ?? true)
    })
  }, [parts, annotations, suggestions, labelIndex, hidden, groupStates.hidden, matches])

  useEffect(() => {
    parts?.toolbox.setSelection(selected)
    parts?.scene.requestPaint()
  }, [parts, selected])

  useEffect(() => parts?.scene.requestPaint(), [parts, metersPerPixel, scaleMarks])

  useEffect(() => parts?.scene.setCorrections(adjustments), [parts, adjustments])

  useEffect(() => {
    for (const neighbour of neighbours) if (neighbour) parts?.scene.prepare(neighbour)
  }, [parts, neighbours])

  useImperativeHandle(
    ref,
    () => ({
      take: tool => parts?.toolbox.take(tool),
      zoom: factor => parts?.scene.zoom(factor),
      pan: ({ x, y }) => parts?.scene.pan((-x * parts.scene.view.width) / 4, (-y * parts.scene.view.height) / 4, true),
      fit: () => parts?.scene.fit(),
      actualSize: () => parts?.scene.actualSize(),
      goTo: (viewport, smooth = true) => parts?.scene.goTo(viewport, smooth),
      viewport: () => parts?.scene.goal ?? null,
      view: () => parts?.scene.view ?? null,
      parts: () => parts,
      key: key => parts?.toolbox.key({ key, shiftKey: false, altKey: false }) ?? false,
      finish: () => parts?.toolbox.finish(),
      takeBack: () => parts?.toolbox.takeBack() ?? false,
      isBusy: () => parts?.toolbox.state.isBusy ?? false,
      focus: () => overlay.current?.focus({ preventScroll: true })
    }),
    [parts]
  )

  return (
    <div className={styles.canvases}>
      <canvas ref={picture} className={styles.canvas} aria-hidden />
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it has keys of its own: arrows, Enter, Escape */}
      <canvas
        ref={overlay}
        className={styles.canvas}
        tabIndex={0}
        role="application"
        aria-busy={!parts || isReading}
        aria-roledescription={texts.canvasRole}
        aria-label={texts.canvas(image.fileName, isRead ? annotations.length : null)}
      />
      {parts && (
        <Suspense fallback={null}>
          <CanvasMessage scene={parts.scene} image={image} />
          {hasBars && <Minimap scene={parts.scene} image={image} />}
        </Suspense>
      )}
    </div>
  )
}

/** Creates a toolbox whose callbacks call the newest props. */
function toolboxOn(surface: Scene, latest: () => AnnotationCanvasProps, drawnOn: RefObject<DrawnOn>): Toolbox {
  return new Toolbox({
    surface,
    picture: latest().image,
    onDone: shape => latest().onDraw([shape], null, drawnOn.current),
    onParts: (parts, editedId) => latest().onDraw(parts, editedId, drawnOn.current),
    onEdit: (id, shape) => latest().onEdits([{ id, shape }], drawnOn.current),
    onEdits: edits => latest().onEdits(edits, drawnOn.current),
    onSelect: ids => latest().onSelect(ids),
    onMessage: sentence => latest().onMessage(sentence),
    onScaleLine: line => latest().onScaleLine(line),
    onScaleMark: point => latest().onScaleMark(point),
    selectsSeveral: () => latest().several,
    mayEdit: id => {
      const { mayEdit, groupStates, annotations, suggestions } = latest()
      if (suggestions.some(each => each.id === id)) return false
      return mayEdit && (groupStates.locked.size === 0 || !groupStates.locked.has(labelKeyOf(annotations, id)))
    }
  })
}

/** Finishes the current drawing on a screen that is about to disappear. */
function leave(toolbox: Toolbox, { current: on }: RefObject<DrawnOn>): void {
  on.isLeft = true
  toolbox.finish()
  on.isLeft = false // a person may still decide to stay
}

/** Calls `leave` when the page is closed or reloaded, and before the warning about unkept edits. @returns a function that removes the listeners */
function onLeave(leave: () => void): () => void {
  const stop = new AbortController()
  for (const type of ['beforeunload', 'pagehide']) window.addEventListener(type, leave, { capture: true, signal: stop.signal })
  return () => stop.abort()
}

const labelKeyOf = (annotations: readonly Annotation[], annotationId: string): string =>
  annotations.find(({ id }) => id === annotationId)?.labelId ?? ''
