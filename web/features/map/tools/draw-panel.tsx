import { useEffect, useEffectEvent, useState } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import type { Chart } from '../chart/chart.ts'
import { texts } from '../texts.ts'
import type { DrawnPlace, DrawTask } from './draw-task.ts'
import { drawnPlace, fewestPoints } from './drawn-site.ts'
import { figureOf } from './measured.ts'
import styles from './tools.module.css'
import { useVertices } from './use-vertices.ts'
import { drawingCommands, stationCommands } from './vertex-commands.ts'

const { draw: words } = texts

interface DrawPanelProps {
  chart: Chart
  task: DrawTask
  onDrawn: (place: DrawnPlace) => void
  onClose: () => void
}

/** Panel of the tool that draws a site. A station is a point, a transect a line, and an area an outline. */
// Long: one panel, control by control.
export function DrawPanel({ chart, task: { kind, site }, onDrawn, onClose }: DrawPanelProps) {
  const [fault, setFault] = useState<string | null>(null)
  const { vertices, removeLast } = useVertices({
    chart,
    kind: kind === 'area' ? 'area' : 'distance',
    title: words.title,
    commands: kind === 'station' ? stationCommands : drawingCommands,
    onFinish: () => finish(),
    onClose
  })
  const found = kind === 'station' ? null : figureOf(kind === 'area' ? 'area' : 'distance', vertices)

  function finish() {
    const place = drawnPlace(kind, vertices)
    if (typeof place === 'string') setFault(place)
    else {
      setFault(null)
      onDrawn(place)
    }
  }
  const placed = useEffectEvent(() => finish())
  const isPlaced = kind === 'station' && vertices.length > 0
  useEffect(() => {
    if (isPlaced) placed()
  }, [isPlaced])

  return (
    <section className={styles.panel} aria-label={words.title}>
      <div className={styles.head}>
        <h2 className={styles.heading}>{site ? words.again(site.name) : words.kinds[kind]}</h2>
        <IconButton size="small" label={words.close} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      <output className={styles.figure}>
        {found ? (
          <>
            <strong>{found.figure}</strong>
            <span className={styles.details}>{found.details}</span>
          </>
        ) : (
          <span className={styles.details}>{words.points(vertices.length)}</span>
        )}
      </output>
      <p className={styles.help}>{words.help[kind]}</p>
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      {kind !== 'station' && (
        <div className={styles.actions}>
          <Button size="small" variant="primary" disabled={vertices.length < fewestPoints[kind]} onClick={finish}>
            {words.finish}
          </Button>
          <Button size="small" disabled={vertices.length === 0} onClick={removeLast}>
            {words.undo}
          </Button>
        </div>
      )}
    </section>
  )
}
