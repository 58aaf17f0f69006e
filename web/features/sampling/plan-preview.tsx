import type { SamplePlan } from '../../../shared/contracts/sampling.ts'
import { annotationArea } from '../../../shared/sampling/annotation-area.ts'
import { pointsOfPlan } from '../../../shared/sampling/points-of-plan.ts'
import { useProtectedSource } from '../../api/protected-source.ts'
import { thumbnailUrl } from '../../imagery/addresses.ts'
import type { ImageCard } from '../../imagery/images.ts'
import styles from './sampling.module.css'
import { texts } from './texts.ts'

const { plan: words } = texts

interface PlanPreviewProps {
  image: ImageCard
  /** Plan to show; null while it is invalid. */
  plan: SamplePlan | null
}

/** Preview of the points of a plan on the shown image. */
export function PlanPreview({ image, plan }: PlanPreviewProps) {
  const { width, height } = image
  const source = useProtectedSource(thumbnailUrl(image.id, 'small'))
  const laid = plan && layOut(plan, image)
  const points = laid && 'points' in laid ? laid.points.map(({ x, y }) => `M${x} ${y}h0`).join('') : ''
  return (
    <figure className={styles.preview}>
      <div style={{ aspectRatio: `${width} / ${height}` }}>
        {source && <img src={source} alt="" />}
        {laid && 'points' in laid && (
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
            <path className={styles.outside} fillRule="evenodd" d={`M0 0H${width}V${height}H0Z${laid.outline}`} />
            <path className={styles.frame} d={laid.outline} />
            <path className={styles.pointEdge} d={points} />
            <path className={styles.point} d={points} />
          </svg>
        )}
      </div>
      <figcaption>
        {laid && 'points' in laid && words.preview(laid.points.length)}
        {laid && 'failure' in laid && words.noPreview(laid.failure)}
      </figcaption>
    </figure>
  )
}

function layOut(plan: SamplePlan, image: ImageCard): { points: { x: number; y: number }[]; outline: string } | { failure: string } {
  try {
    const { x, y, width, height } = annotationArea(plan.area ?? { unit: 'percent', left: 0, right: 100, top: 0, bottom: 100 }, image)
    return { points: pointsOfPlan(plan, image), outline: `M${x} ${y}h${width}v${height}h${-width}Z` }
  } catch (error) {
    if (error instanceof RangeError) return { failure: error.message }
    throw error
  }
}
