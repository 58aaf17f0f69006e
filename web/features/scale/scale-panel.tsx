import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { MediaScale, ScaleBasis } from '../../../shared/contracts/scale.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import panels from '../../annotation/panels.module.css'
import { sentenceOf } from '../../api/api-error.ts'
import { formatScale } from '../../canvas/measures.ts'
import type { ImageCard } from '../../imagery/images.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { showToast } from '../../ui/toast.tsx'
import { draftOf, marksOf, newSettings } from './draft.ts'
import { applyScale, findLaserPoints, removeScale, reviseScaleSettings, scaleOf, scaleSettings, setScale } from './queries.ts'
import styles from './scale.module.css'
import { ScaleElsewhere } from './scale-elsewhere.tsx'
import { type MarkTool, ScaleForm } from './scale-form.tsx'
import { shotOf } from './shot.ts'
import { basisText, errorText, texts } from './texts.ts'
import type { Scaling } from './use-scaling.ts'

const { panel: words } = texts

interface ScalePanelProps {
  projectId: string
  image: ImageCard
  /** Ids of the images after this one, in the order of the list. */
  following: readonly string[]
  scaling: Scaling
  mayEdit: boolean
  /** The current tool if it is a marking tool, otherwise null. */
  tool: MarkTool | null
  /** Selects a marking tool and keeps the focus. */
  onTake: (tool: MarkTool) => void
  /** Selects a marking tool and focuses the canvas. */
  onMark: (tool: MarkTool) => void
  onClose: () => void
}

/** Panel for the scale of this image: its value, its basis, and the form to measure it. */
// Long: one region of the page, top to bottom.
export function ScalePanel({ projectId, image, following, scaling, mayEdit, tool, onTake, onMark, onClose }: ScalePanelProps) {
  const client = useQueryClient()
  const scale = useQuery(scaleOf(image.id))
  const settings = useQuery(scaleSettings(projectId))
  const shot = useQuery(shotOf(image.id))
  const [edits, setEdits] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const shownId = useRef(image.id)
  useEffect(() => {
    shownId.current = image.id
  }, [image.id])
  const isShown = () => shownId.current === image.id

  async function attempt(work: () => Promise<unknown>, otherwise: string): Promise<boolean> {
    setFailure(null)
    try {
      await work()
      return true
    } catch (error) {
      if (isShown()) setFailure(sentenceOf(error, otherwise))
      return false
    } finally {
      await scaling.renew()
    }
  }

  async function findLasers() {
    try {
      const { marks, exampleCount } = await findLaserPoints(image.id)
      return { marks: marks.map(({ x, y }): Vertex => [x, y]), exampleCount }
    } catch (error) {
      return { refused: sentenceOf(error, texts.form.notFound) }
    }
  }

  async function save(revision: number, basis: ScaleBasis, remember: boolean) {
    const isSaved = await attempt(() => setScale(image.id, revision, basis), words.notSaved)
    if (!isSaved) return
    if (isShown()) {
      setEdits(false)
      scaling.setMarks([])
    }
    showToast({ title: words.saved })
    const next = settings.data && newSettings(basis, settings.data)
    if (remember && next) await attempt(() => reviseScaleSettings(projectId, next), words.notRemembered)
    await client.invalidateQueries({ queryKey: scaleSettings(projectId).queryKey })
  }

  async function takeAway(revision: number) {
    if (await attempt(() => removeScale(image.id, revision), words.notRemoved)) showToast({ title: words.removed })
  }

  function change(known: MediaScale) {
    scaling.setMarks(marksOf(known))
    setEdits(true)
  }

  return (
    <section className={panels.panel} aria-labelledby="scale-heading">
      <div className={styles.head}>
        <h2 id="scale-heading" className={panels.heading}>
          {words.title}
        </h2>
        <IconButton label={words.close} size="small" onClick={onClose}>
          <CloseIcon aria-hidden />
        </IconButton>
      </div>
      {failure && <FormSummary title={failure} />}
      <Loaded query={scale} failed={words.failed} skeleton={<SkeletonRows rows={3} height="1.5rem" />}>
        {known => (
          <>
            {known.basis && <Known scale={known} image={image} altitudeNow={shot.data?.altitudeInMeters ?? null} />}
            {!known.basis && !mayEdit && <p className={panels.hint}>{words.none}</p>}
            {known.basis && mayEdit && !edits && (
              <div className={panels.actions}>
                <Button size="small" onClick={() => change(known)}>
                  {words.change}
                </Button>
                {known.origin !== 'table' && (
                  <Button size="small" variant="quiet" onClick={() => void takeAway(known.revision)}>
                    {words.remove}
                  </Button>
                )}
              </div>
            )}
            {mayEdit && (edits || !known.basis) && settings.data && !shot.isPending && (
              <ScaleForm
                key={`${image.id} ${known.revision}`}
                image={image}
                start={draftOf(known, settings.data, shot.data)}
                settings={settings.data}
                shot={shot.data}
                marks={scaling.marks}
                onMarks={scaling.setMarks}
                tool={tool}
                onTake={onTake}
                onMark={onMark}
                onFind={findLasers}
                onSave={(basis, remember) => save(known.revision, basis, remember)}
                onCancel={known.basis ? () => setEdits(false) : null}
              />
            )}
            {mayEdit && !edits && known.basis && known.origin !== 'table' && (
              <ScaleElsewhere
                key={image.id}
                method={known.basis.method}
                image={image}
                camera={shot.data?.camera ?? null}
                following={following}
                apply={application => applyScale(projectId, { from: image.id, ...application })}
                onDone={outcome => {
                  showToast({ title: outcome })
                  void scaling.renew()
                }}
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

function Known({ scale, image, altitudeNow }: { scale: MediaScale; image: ImageCard; altitudeNow: number | null }) {
  const { metersPerPixel, areaInSquareMeters, basis, origin, copiedFrom, correctedFrom, pixelDistance, setBy, setAt } = scale
  if (metersPerPixel === null || areaInSquareMeters === null || !basis) return null
  const { width, height } = image
  const error = errorText(basis, pixelDistance)
  const usedAltitude = basis.method === 'altitude' || basis.method === 'lens' ? basis.altitudeInMeters : null
  return (
    <>
      <p className={styles.result}>{formatScale(metersPerPixel)}</p>
      <p className={styles.about}>{words.shows(areaInSquareMeters, width * metersPerPixel, height * metersPerPixel)}</p>
      <p className={panels.hint}>
        {basisText(basis)}
        {origin === 'table' && words.fromTable}
        {copiedFrom && words.copiedFrom(copiedFrom.fileName)}. {error}
      </p>
      {usedAltitude !== null && altitudeNow !== null && altitudeNow !== usedAltitude && (
        <p className={panels.hint}>{words.altitudeChanged(altitudeNow)}</p>
      )}
      {correctedFrom !== null && <p className={panels.hint}>{words.corrected(correctedFrom)}</p>}
      <p className={panels.hint}>
        {words.assumption}
        {setBy && setAt && (
          <>
            {' '}
            {setBy}, <Timestamp time={setAt} alone />
          </>
        )}
      </p>
    </>
  )
}
