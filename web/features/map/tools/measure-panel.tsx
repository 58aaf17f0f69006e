import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import type { Chart } from '../chart/chart.ts'
import { texts } from '../texts.ts'
import { figureOf, type MeasureKind, measureKinds } from './measured.ts'
import styles from './tools.module.css'
import { useVertices } from './use-vertices.ts'
import { measureCommands } from './vertex-commands.ts'

const { measure: words } = texts

interface MeasurePanelProps {
  chart: Chart
  /** Called with a line for the footer of a saved picture, or with null while there is no measurement. */
  onFigure: (line: string | null) => void
  onClose: () => void
}

/** Panel that measures distances and areas on the ellipsoid. A click sets a point, and Space sets one at the crosshair. */
// Long: one panel, control by control.
export function MeasurePanel({ chart, onFigure, onClose }: MeasurePanelProps) {
  const [kind, setKind] = useState<MeasureKind>('distance')
  const { vertices, removeLast, clear } = useVertices({ chart, kind, title: words.title, commands: measureCommands, onClose })
  const found = useMemo(() => figureOf(kind, vertices), [kind, vertices])
  const figureChanged = useEffectEvent((line: string | null) => onFigure(line))
  useEffect(() => {
    figureChanged(found && words.line(words.kinds[kind], found.figure, found.details))
    return () => figureChanged(null)
  }, [found, kind])

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
        <Button size="small" disabled={vertices.length === 0} onClick={removeLast}>
          {words.undo}
        </Button>
        <Button size="small" disabled={vertices.length === 0} onClick={clear}>
          {words.clear}
        </Button>
        {found && <CopyButton label={words.copy} text={`${found.figure}; ${found.details}`} />}
      </div>
    </section>
  )
}
