import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { Annotation } from '../../../shared/contracts/annotations.ts'
import type { Sample } from '../../../shared/contracts/sampling.ts'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import { attributeFieldsOf } from '../../annotation/attributes/queries.ts'
import { labelBook } from '../../annotation/label-book.ts'
import { LabelPanel } from '../../annotation/label-panel.tsx'
import { type AnnotateImage, samplesOf } from '../../annotation/queries.ts'
import { sentenceOf } from '../../api/api-error.ts'
import type { ToolName } from '../../canvas/tools/tool-names.ts'
import type { Viewport } from '../../imagery/viewport.ts'
import { newId } from '../../sync/new-id.ts'
import { shortcutsOf } from '../../ui/command.ts'
import { copyText } from '../../ui/copy-text.ts'
import { formatPercent } from '../../ui/format.ts'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { showToast } from '../../ui/toast.tsx'
import { useAnnotateAddress } from './address.ts'
import { AnnotationCanvas, type CanvasHandle } from './annotation-canvas.tsx'
import { lackingWords } from './attributes/lacking.ts'
import { SaveState } from './bars/save-state.tsx'
import { ToolBar } from './bars/tool-bar.tsx'
import { TopBar } from './bars/top-bar.tsx'
import { type AnnotateActions, annotateCommands } from './commands.ts'
import { copyOf } from './copy-of.ts'
import type { Edit } from './document/edits.ts'
import { restore } from './document/noun.ts'
import { useMeant } from './filter/use-meant.ts'
import type { SweepHandle } from './moving/sweep-bar.tsx'
import { useLooking } from './moving/use-looking.ts'
import { useSteps } from './moving/use-steps.ts'
import { nextUnnamed, walkOf } from './moving/walking.ts'
import { usePictureLook } from './picture-look.ts'
import { setWorkState } from './queries.ts'
import { toolWords } from './tool-words.ts'
import { type AnnotationDesk, useDocumentVersion } from './use-document.ts'
import type { Images } from './use-images.ts'
import { useNow } from './use-now.ts'
import { useOpenImage } from './use-open-image.ts'
import { usePresence } from './use-presence.ts'
import { useSelected } from './use-selected.ts'
import styles from './workspace.module.css'

// The picture comes first; the lists beside it follow.
const ImageStrip = lazy(() => import('./panels/image-strip.tsx').then(module => ({ default: module.ImageStrip })))
const ObjectList = lazy(() => import('./panels/object-list.tsx').then(module => ({ default: module.ObjectList })))
const PicturePanel = lazy(() => import('./panels/picture-panel.tsx').then(module => ({ default: module.PicturePanel })))
const RemovedList = lazy(() => import('./panels/removed-list.tsx').then(module => ({ default: module.RemovedList })))
const RefusedEdits = lazy(() => import('./refused/refused-edits.tsx').then(module => ({ default: module.RefusedEdits })))
const SelectionPanel = lazy(() => import('./panels/selection-panel.tsx').then(module => ({ default: module.SelectionPanel })))
const SelectionBar = lazy(() => import('./panels/selection-bar.tsx').then(module => ({ default: module.SelectionBar })))
const FilterRow = lazy(() => import('./filter/filter-row.tsx').then(module => ({ default: module.FilterRow })))
const AttributeValues = lazy(() => import('./attributes/attribute-values.tsx').then(module => ({ default: module.AttributeValues })))
const SweepBar = lazy(() => import('./moving/sweep-bar.tsx').then(module => ({ default: module.SweepBar })))
const StatusLine = lazy(() => import('./bars/status-line.tsx').then(module => ({ default: module.StatusLine })))
const WorkStateMenu = lazy(() => import('./bars/work-state-menu.tsx').then(module => ({ default: module.WorkStateMenu })))

const searchId = 'find-label'
const recentLabels = 8
const none: readonly string[] = []

type MarkTool = Extract<ToolName, 'scaleMark' | 'scaleLine'>

/** The scale of the image, and the marks that are set to find it. */
interface ImageScaling {
  metersPerPixel: number | null
  isOpen: boolean
  toggle: () => void
  marks: readonly Vertex[]
  setMarks: (marks: readonly Vertex[]) => void
  addMark: (mark: Vertex) => void
}

interface ScalePanelProps {
  /** Ids of the images behind this one in the list, in its order. */
  following: readonly string[]
  /** The tool in hand, when it is one of those that mark. */
  tool: MarkTool | null
  /** Takes the tool that marks; the focus stays. */
  onTake: (tool: MarkTool) => void
  /** Takes it, and gives the canvas the keys. */
  onMark: (tool: MarkTool) => void
  onClose: () => void
}

interface SampleDialogProps {
  filter: string
  /** The points that the image has. */
  existing: Sample | undefined
  selected: Shape | null
  onClose: (said: string | null) => void
}

interface WorkspaceProps {
  projectId: string
  image: AnnotateImage
  images: Images
  labels: readonly OutlineLabel[]
  desk: AnnotationDesk
  mayEdit: boolean
  me: { id: string; isOwner: boolean }
  /** Adds a label to the catalog. @returns its id */
  onCreateLabel: (name: string) => Promise<string>
  scaling: ImageScaling
  /** The length of a round number of meters; `zoom` is CSS pixels per pixel of the image. */
  scaleBar: (zoom: number) => ReactNode
  scalePanel: (props: ScalePanelProps) => ReactNode
  sampleDialog: (props: SampleDialogProps) => ReactNode
  /** What there is to say of the label at hand. */
  labelCard: (labelId: string) => ReactNode
  /** The server was told how far an image is. */
  onWorkState: (mediaId: string, state: AnnotateImage['workState']) => void
}

/** Where images are annotated: the list, the canvas, the labels and the annotations of the image. */
export function Workspace(props: WorkspaceProps) {
  const { projectId, image, images, labels, desk, mayEdit, me, scaling, onCreateLabel, labelCard, onWorkState } = props
  const { document } = desk
  const [address, setAddress] = useAnnotateAddress()
  const canvas = useRef<CanvasHandle>(null)
  const book = useMemo(() => labelBook(labels), [labels])
  const version = useDocumentVersion(document)
  const annotations = useMemo(() => (version >= 0 ? document.list(image.id) : []), [document, version, image.id])
  const looking = useLooking(canvas, annotations, address.viewport)
  const [selected, selection, setSelected, unselect] = useSelected(image.id, address.selected, {
    write: only => setAddress({ selected: only }),
    onArrive: looking.arriveAt
  })
  const [tool, setTool] = useState<ToolName>('select')
  const [labelId, currentLabel, setLabelId] = useNow<string | null>(null)
  const [recent, setRecent] = useState<readonly string[]>(none)
  const [several, setSeveral] = useState(false)
  const [hidden, setHidden] = useState(false)
  const [sweeping, setSweeping] = useState(false)
  const sweep = useRef<SweepHandle>(null)
  const [scale, setScale] = useState(1)
  const neighbours = useMemo(() => [images.after, images.before], [images.after, images.before])
  const [failure, open] = useOpenImage(document, image.id, neighbours)
  const [shows, setShows] = useState<'refused' | 'sample' | null>(null)
  /** Drawn with a label just now: the next label is for the next shape, not for this one. */
  const fresh = useRef<string | null>(null)
  const [look, setLook] = usePictureLook(projectId)
  const others = usePresence(image.id, me.id)
  const samples = useQuery(samplesOf(image.id))
  const areTaken = samples.data?.taken === true
  useEffect(() => {
    if (areTaken) document.open(image.id).catch(() => {})
  }, [areTaken, document, image.id])
  const points = useMemo(() => samples.data?.samples.flatMap(sample => sample.points) ?? [], [samples.data])
  const fields = useQuery(attributeFieldsOf(projectId))
  const meant = useMeant({ projectId, filter: address.filter, image, annotations, book })
  const [showsFilter, setShowsFilter] = useState(address.filter !== '')
  const walk = useMemo(
    () => walkOf(meant ? annotations.filter(({ id }) => meant.has(id)) : annotations, points),
    [annotations, meant, points]
  )

  function select(ids: readonly string[]) {
    fresh.current = null
    setSelected(ids)
    if (ids.length === 0) setSeveral(false)
  }

  function edit(name: string, edits: Edit[]) {
    if (!mayEdit || edits.length === 0) return
    document.do(name, image.id, edits)
    if (image.workState === 'notSeen') onWorkState(image.id, 'inWork') // the server knows by the edit itself
  }

  function say(state: AnnotateImage['workState']) {
    onWorkState(image.id, state)
    setWorkState(image.id, state).then(
      ofAll => onWorkState(image.id, ofAll),
      error => showToast({ tone: 'danger', title: sentenceOf(error, 'How far this image is was not saved.') })
    )
  }

  function useLabel(id: string) {
    setLabelId(id)
    setRecent(before => [id, ...before.filter(other => other !== id)].slice(0, recentLabels))
    const named = book.get(id)?.name ?? 'label'
    const chosen = selection().filter(annotationId => annotationId !== fresh.current && document.get(annotationId)?.labelId !== id)
    edit(
      chosen.length > 1 ? `Relabel ${chosen.length} as ${named}` : `Label ${named}`,
      chosen.map(annotationId => ({ kind: 'revise', annotationId, labelId: id }))
    )
    const [point, another] = selection()
    const next = point && !another && points.includes(point) ? nextUnnamed(walkOf(document.list(image.id), points), point) : null
    if (next) lookAt(next)
    if (!window.document.activeElement?.closest('[data-arrows-only]')) canvas.current?.focus() // who goes down the list stays in it
  }

  function draw(shape: Shape) {
    const annotationId = newId()
    const labelId = book.get(currentLabel())?.id ?? null
    edit(`Draw ${toolWords[tool as keyof typeof toolWords]?.toLowerCase() ?? shape.kind}`, [
      { kind: 'create', annotationId, mediaId: image.id, shape, labelId }
    ])
    select([annotationId])
    fresh.current = labelId === null ? null : annotationId
  }

  function lookAt(annotation: Annotation) {
    select([annotation.id])
    looking.lookAt(annotation)
  }

  const go = (by: 1 | -1) => {
    const next = by > 0 ? images.after : images.before
    if (next) show(next.id, sweep.current?.opens(next))
  }
  const show = (imageId: string, viewport: Viewport | null = null) => {
    unselect() // at once: keys that come before the next image is drawn concern nothing of this one
    setAddress({ imageId, selected: null, viewport })
  }
  const step = useSteps({
    image,
    images,
    walk,
    isRead: document.isOpen(image.id) && !samples.isPending,
    from: () => selection()[0],
    isMarked: ({ id, annotationCount }) => (document.isOpen(id) ? document.list(id).length : annotationCount) > 0,
    lookAt,
    onGo: show
  })

  function showScale() {
    if (scaling.isOpen && (tool === 'scaleMark' || tool === 'scaleLine')) canvas.current?.take('select')
    scaling.toggle()
  }

  const actions: AnnotateActions = {
    scale: showScale,
    take: name => {
      canvas.current?.take(name)
      canvas.current?.focus()
    },
    go,
    arrow: by => {
      if (!canvas.current?.key(by > 0 ? 'ArrowRight' : 'ArrowLeft')) go(by)
    },
    labelImage: () => {
      const label = book.get(currentLabel())
      if (!label) return showToast({ title: 'Choose a label first: it is then said of the whole image.' })
      const annotationId = newId()
      edit(`Say ${label.name} of the whole image`, [{ kind: 'create', annotationId, mediaId: image.id, shape: null, labelId: label.id }])
      select([annotationId])
      fresh.current = annotationId
    },
    doneAndNext: () => {
      const lacking = lackingWords(fields.data ?? [], annotations, points)
      if (lacking) showToast({ title: `${image.fileName}: ${lacking}.` })
      say('done')
      go(1)
    },
    fit: () => canvas.current?.fit(),
    actualSize: () => canvas.current?.actualSize(),
    zoom: factor => canvas.current?.zoom(factor),
    pan: by => canvas.current?.pan(by),
    hide: () => setHidden(before => !before),
    undo: () => void goBack(document.undo()),
    redo: () => void goBack(document.redo()),
    remove: () => {
      edit(
        selection().length > 1 ? `Remove ${selection().length}` : 'Remove',
        selection().map(annotationId => ({ kind: 'remove', annotationId }))
      )
      select(none)
    },
    removeLast: () => {
      if (canvas.current?.key('Backspace')) return
      if (selection().length > 0) return actions.remove()
      const newest = annotations.at(-1)
      if (newest) edit('Remove the newest', [{ kind: 'remove', annotationId: newest.id }])
    },
    duplicate: () => {
      const copies = selection()
        .flatMap(id => document.get(id) ?? [])
        .map(annotation => copyOf(annotation, fields.data ?? []))
      edit(
        'Duplicate',
        copies.map(copy => copy.edit)
      )
      if (copies.length > 0) select(copies.map(copy => copy.edit.annotationId))
      const left = [...new Set(copies.flatMap(copy => copy.left))]
      if (left.length > 0) showToast({ title: `Not copied, as it does not fit: ${left.join(', ')}` })
    },
    selectAll: () => select(annotations.map(({ id }) => id)),
    findLabel: () => window.document.getElementById(searchId)?.focus(),
    labelAtKey: digit => {
      const label = book.atKey(digit)
      if (label) useLabel(label.id)
      else showToast({ title: `No label is under key ${digit}. Choose one, and give it this key below the labels.` })
    },
    review: state =>
      edit(
        state === 'confirmed' ? 'Confirm' : 'Reject',
        selection().map(annotationId => ({ kind: 'revise', annotationId, reviewState: state }))
      ),
    step,
    sweep: by => (sweep.current ? sweep.current.go(by) : setSweeping(true)),
    copyLink: () => {
      const viewport = canvas.current?.viewport()
      setAddress({ imageId: image.id, viewport: viewport ?? null })
      setTimeout(() => void copyText(window.location.href).then(() => showToast({ title: 'Link to this view copied' })))
    }
  }

  async function goBack(walking: Promise<string | null>) {
    const mediaId = await walking.catch(() => null)
    if (mediaId && mediaId !== image.id) show(mediaId)
  }

  const act = useRef(actions)
  act.current = actions
  useShortcuts(useMemo(() => shortcutsOf('Annotate', annotateCommands, () => act.current, { mayEdit, hasSelection: true }), [mayEdit]))

  const seen = selected.filter(id => document.get(id)?.removed === false)

  return (
    <div className={styles.workspace} data-theme="dark">
      <TopBar
        image={image}
        images={images}
        mayEdit={mayEdit}
        workState={
          <Suspense fallback={null}>
            <WorkStateMenu state={image.workState} onState={say} />
          </Suspense>
        }
        undo={document.canUndo}
        redo={document.canRedo}
        hidden={hidden}
        sweeping={sweeping}
        onSweeping={() => setSweeping(!sweeping)}
        actions={actions}
        saveState={mayEdit && <SaveState onOpen={() => setShows('refused')} />}
        picture={
          <Suspense fallback={null}>
            <PicturePanel look={look} onChange={setLook} />
          </Suspense>
        }
        others={others}
        filter={address.filter}
        filters={showsFilter}
        onFilters={() => setShowsFilter(!showsFilter)}
        onSample={() => setShows('sample')}
        scale={{ isKnown: scaling.metersPerPixel !== null, isOpen: scaling.isOpen }}
      />
      {showsFilter && (
        <Suspense fallback={<div className={styles.filter} />}>
          <FilterRow
            projectId={projectId}
            filter={address.filter}
            book={book}
            mayEdit={mayEdit}
            onFilter={filter => setAddress({ filter, imageId: image.id })}
          />
        </Suspense>
      )}
      <Suspense fallback={<nav className={styles.strip} aria-label="Images" />}>
        <ImageStrip images={images} isFiltered={address.filter !== ''} onGo={show} />
      </Suspense>
      <div className={styles.stage}>
        <ToolBar tool={tool} mayEdit={mayEdit} actions={actions} />
        <AnnotationCanvas
          ref={canvas}
          image={image}
          neighbours={neighbours}
          annotations={annotations}
          book={book}
          selected={selected}
          several={several}
          hidden={hidden}
          meant={meant}
          look={look}
          mayEdit={mayEdit}
          metersPerPixel={scaling.metersPerPixel}
          scaleMarks={scaling.marks}
          onShow={looking.onShow}
          onDraw={draw}
          onEdits={edits =>
            edit(
              'Change the outline',
              edits.map(({ id, shape }) => ({ kind: 'revise', annotationId: id, shape }))
            )
          }
          onSelect={select}
          onMessage={title => showToast({ title })}
          onScaleLine={({ points }) => scaling.setMarks(points)}
          onScaleMark={({ x, y }) => scaling.addMark([x, y])}
          onTool={setTool}
          onZoom={setScale}
        />
        {props.scaleBar(scale)}
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
      <div className={styles.side}>
        {scaling.isOpen && (
          <Suspense fallback={null}>
            {props.scalePanel({
              following: images.list.slice(images.list.findIndex(({ id }) => id === image.id) + 1).map(({ id }) => id),
              tool: tool === 'scaleMark' || tool === 'scaleLine' ? tool : null,
              onTake: name => canvas.current?.take(name),
              onMark: actions.take,
              onClose: showScale
            })}
          </Suspense>
        )}
        <LabelPanel
          book={book}
          current={labelId}
          recent={recent}
          searchId={searchId}
          onChoose={useLabel}
          onCreate={mayEdit ? name => void onCreateLabel(name).then(useLabel, told) : null}
          onLeave={() => canvas.current?.focus()}
        >
          <Suspense fallback={null}>{labelId && labelCard(labelId)}</Suspense>
        </LabelPanel>
        <Suspense fallback={null}>
          <ObjectList
            mediaId={image.id}
            me={me.id}
            annotations={annotations}
            book={book}
            meant={meant}
            walk={walk}
            onStep={step}
            selected={seen}
            several={several}
            onSelect={ids => {
              select(ids)
              looking.bringIntoView(ids)
            }}
            removed={
              <Suspense fallback={null}>
                <RemovedList
                  key={image.id}
                  mediaId={image.id}
                  document={document}
                  book={book}
                  mayEdit={mayEdit}
                  onRestore={annotation => {
                    restore(document, annotation)
                    lookAt(annotation)
                  }}
                />
              </Suspense>
            }
          />
        </Suspense>
        {seen.length === 1 && (
          <Suspense fallback={null}>
            <SelectionPanel
              projectId={projectId}
              annotation={document.get(seen[0]!)!}
              book={book}
              mayEdit={mayEdit}
              metersPerPixel={scaling.metersPerPixel}
              image={image}
              me={me.id}
              isOwner={me.isOwner}
              onChange={(name, changes) => edit(name, [{ kind: 'revise', annotationId: seen[0]!, ...changes }])}
            />
          </Suspense>
        )}
        {seen.length > 0 && (
          <Suspense fallback={null}>
            <AttributeValues
              projectId={projectId}
              annotations={seen.flatMap(id => document.get(id) ?? [])}
              mayEdit={mayEdit}
              isOwner={me.isOwner}
              onEdits={edit}
            />
          </Suspense>
        )}
        {mayEdit && seen.length > 0 && (
          <Suspense fallback={null}>
            <SelectionBar count={seen.length} several={several} onSeveral={() => setSeveral(!several)} actions={actions} />
          </Suspense>
        )}
      </div>
      <Suspense fallback={<footer className={styles.status}>{formatPercent(scale)}</footer>}>
        <StatusLine
          image={image}
          zoom={formatPercent(scale)}
          label={book.get(labelId)}
          selected={seen.length}
          metersPerPixel={scaling.metersPerPixel}
        />
      </Suspense>
      <Suspense fallback={null}>
        {shows === 'refused' && <RefusedEdits desk={desk} book={book} onClose={() => setShows(null)} />}
        {shows === 'sample' &&
          props.sampleDialog({
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

const told = (error: unknown) => showToast({ tone: 'danger', title: sentenceOf(error, 'The label was not added.') })
