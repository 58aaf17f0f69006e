import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { lassoLimits } from '../../../../shared/geometry/lasso.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import type { Chart } from '../chart/chart.ts'
import { keepArea } from '../queries.ts'
import { texts } from '../texts.ts'
import { type MeasuredLine, measuredLine } from './measured.ts'
import styles from './tools.module.css'
import { useVertices } from './use-vertices.ts'
import { lassoCommands } from './vertex-commands.ts'

const { lasso: words } = texts

type Point = MeasuredLine['path'][number]

interface LassoPanelProps {
  projectId: string
  chart: Chart
  /** Called with the id of the drawn area. */
  onDrawn: (areaId: string) => void
  onClose: () => void
}

/** Panel of the lasso. A drag draws a line around places. Clicks, and Space at the crosshair, set the corners of an outline. */
// Long: one panel, control by control.
export function LassoPanel({ projectId, chart, onDrawn, onClose }: LassoPanelProps) {
  const keep = useMutation(keepArea(projectId))
  const [fault, setFault] = useState<string | null>(null)
  const { vertices, removeLast, clear } = useVertices({
    chart,
    kind: 'area',
    title: words.title,
    commands: lassoCommands,
    onFinish: () => finish(outlineOf(vertices)),
    onClose
  })

  function finish(line: readonly Point[]) {
    if (keep.isPending) return
    if (line.length < 3) return setFault(words.tooFew)
    setFault(null)
    keep.mutate(
      thinned(line).map(({ longitude, latitude }): [number, number] => [longitude, latitude]),
      { onSuccess: ({ id }) => onDrawn(id), onError: error => setFault(sentenceOf(error, words.failed)) }
    )
  }
  const drawn = useEffectEvent((line: readonly Point[]) => {
    if (line.length < 3) return
    clear()
    finish(line)
  })
  useEffect(() => {
    chart.setTracing(line => drawn(line))
    return () => chart.setTracing(null)
  }, [chart])

  return (
    <section className={styles.panel} aria-label={words.title}>
      <div className={styles.head}>
        <h2 className={styles.heading}>{words.title}</h2>
        <IconButton size="small" label={words.close} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      <output className={styles.figure}>
        <span className={styles.details}>{words.points(vertices.length)}</span>
      </output>
      <p className={styles.help}>{words.help}</p>
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <div className={styles.actions}>
        <Button
          size="small"
          variant="primary"
          busy={keep.isPending}
          disabled={vertices.length < 3}
          onClick={() => finish(outlineOf(vertices))}
        >
          {words.finish}
        </Button>
        <Button size="small" disabled={vertices.length === 0} onClick={removeLast}>
          {words.undo}
        </Button>
      </div>
    </section>
  )
}

/** Returns the outline through corners as the chart draws it, along geodesics. The first point is not repeated at the end. */
const outlineOf = (vertices: readonly Point[]): readonly Point[] =>
  vertices.length < 3 ? vertices : measuredLine('area', vertices).path.slice(0, -1)

/** Samples a line evenly, down to the maximum number of points that the server accepts. */
function thinned(line: readonly Point[]): readonly Point[] {
  if (line.length <= lassoLimits.points) return line
  return Array.from({ length: lassoLimits.points }, (_, at) => line[Math.floor((at * line.length) / lassoLimits.points)]!)
}
