import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { GeodesicPoint } from '../../../../shared/geometry/geodesic.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { type Shortcut, useShortcuts } from '../../../ui/shortcuts.ts'
import type { Chart } from '../chart/chart.ts'
import { texts } from '../texts.ts'
import styles from './measure.module.css'
import { figureOf, type MeasureKind, measuredLine, measureKinds } from './measured.ts'

const { measure: words } = texts

interface MeasurePanelProps {
  chart: Chart
  /** Called with a line for the foot of a saved picture; null without a figure. */
  onFigure: (line: string | null) => void
  onClose: () => void
}

/** Measures lines and areas on the ellipsoid. A click sets a point, and so does Space at the cross-hair. */
// Long: the keys, the clicks and the figure of one tool.
export function MeasurePanel({ chart, onFigure, onClose }: MeasurePanelProps) {
  const [kind, setKind] = useState<MeasureKind>('distance')
  const [vertices, setVertices] = useState<readonly GeodesicPoint[]>([])
  const found = useMemo(() => figureOf(kind, vertices), [kind, vertices])

  useEffect(() => {
    chart.setPointing(point => setVertices(before => [...before, point]))
    return () => chart.setPointing(null)
  }, [chart])
  useEffect(() => {
    chart.setMeasured(measuredLine(kind, vertices))
    return () => chart.setMeasured(null)
  }, [chart, kind, vertices])
  const figureChanged = useEffectEvent((line: string | null) => onFigure(line))
  useEffect(() => {
    figureChanged(found && words.line(words.kinds[kind], found.figure, found.details))
    return () => figureChanged(null)
  }, [found, kind])
  const close = useEffectEvent(() => onClose())
  useShortcuts(
    useMemo(() => {
      const key = (keys: string, label: string, run: () => void): Shortcut => ({
        id: `map.measure.${keys}`,
        scope: words.title,
        keys,
        label,
        run
      })
      return [
        key('space', words.set, () => {
          const point = chart.centre()
          if (point) setVertices(before => [...before, point])
        }),
        key('backspace', words.undo, () => setVertices(before => before.slice(0, -1))),
        key('escape', words.close, () => close())
      ]
    }, [chart])
  )

  return (
    <section className={styles.panel} aria-label={words.title}>
      <div className={styles.head}>
        {measureKinds.map(one => (
          <Button key={one} size="small" variant="quiet" aria-pressed={one === kind} className={styles.kind} onClick={() => setKind(one)}>
            {words.kinds[one]}
          </Button>
        ))}
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
          <span className={styles.details}>{words.points(kind, vertices.length)}</span>
        )}
      </output>
      <p className={styles.help}>{words.help}</p>
      <div className={styles.actions}>
        <Button size="small" disabled={vertices.length === 0} onClick={() => setVertices(before => before.slice(0, -1))}>
          {words.undo}
        </Button>
        <Button size="small" disabled={vertices.length === 0} onClick={() => setVertices([])}>
          {words.clear}
        </Button>
        {found && <CopyButton label={words.copy} text={`${found.figure}; ${found.details}`} />}
      </div>
    </section>
  )
}
