import { isobathLoops, loopsToPath } from '../../../charts/isobaths.ts'
import { useTakenOver } from '../../../ui/use-taken-over.ts'
import styles from './drawings.module.css'
import type { Quadrat } from './quadrat.ts'

const size = 320

export function QuadratFigure({ quadrat }: { quadrat: Quadrat }) {
  // the outlines are two thirds of the page's markup, so they are added after the text
  const takenOver = useTakenOver()
  const hits = quadrat.points.filter(point => point.onCoral).length
  const outline = (level: number) => loopsToPath(isobathLoops(quadrat.field, level), size / (quadrat.field.columns - 3))
  return (
    <svg
      className={styles.drawing}
      viewBox={`-8 -8 ${size + 16} ${size + 16}`}
      role="img"
      aria-label="Photo quadrat with fifty points"
      aria-describedby="quadrat-desc"
    >
      <desc id="quadrat-desc">{`Coral patches on sand. ${hits} of the 50 points lie on coral and are filled; the others are open rings.`}</desc>
      <clipPath id="quadrat-edge">
        <rect width={size} height={size} />
      </clipPath>
      <rect className={styles.sand} width={size} height={size} />
      <g clipPath="url(#quadrat-edge)">
        {takenOver && [0, 0.05, 0.1].map(level => <path key={level} className={styles.coral} d={outline(level)} fillRule="evenodd" />)}
      </g>
      <rect className={styles.frame} width={size} height={size} />
      {quadrat.points.map(({ x, y, onCoral }) => (
        <circle key={`${x}`} className={onCoral ? styles.hit : styles.miss} cx={x * size} cy={y * size} r={4} />
      ))}
    </svg>
  )
}
