import type { Shape } from '../../../../shared/contracts/shapes.ts'
import { corners, enclosingBox, extent, outline, type Rectangle } from '../../../../shared/geometry/outline.ts'
import { shapeWords } from '../../../annotation/words.ts'
import { useProtectedSource } from '../../../api/protected-source.ts'
import { thumbnailUrl } from '../../../imagery/addresses.ts'
import type { ImageCard } from '../../../imagery/images.ts'
import styles from './refused.module.css'
import { texts } from './texts.ts'

const { comparison: words } = texts

interface OutlinesProps {
  /** Null until the image is loaded. Until then, the outlines are drawn without a background. */
  image: Pick<ImageCard, 'id' | 'width' | 'height'> | null
  /** Null for a label of the whole image. */
  shape: Shape | null
  /** Shape of the other version, drawn dashed so that small differences are visible. */
  other: Shape | null | undefined
  name: string
}

/** Outline of one version on a cutout of the image. The cutout encloses both versions, so that both outlines have the same background. */
export function Outlines({ image, shape, other, name }: OutlinesProps) {
  const source = useProtectedSource(image && thumbnailUrl(image.id, 'large'))
  const frame = frameOf([shape, other], image)
  const label = words.outlineOf(name, (shape && shapeWords[shape.kind]) ?? words.wholeImage)
  return (
    <svg className={styles.picture} viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`} role="img" aria-label={label}>
      {source && image && <image href={source} width={image.width ?? 0} height={image.height ?? 0} preserveAspectRatio="none" />}
      {other && <path className={styles.other} d={pathOf(other)} data-kind={other.kind} />}
      {shape && <path className={styles.casing} d={pathOf(shape)} data-kind={shape.kind} />}
      {shape && <path className={styles.own} d={pathOf(shape)} data-kind={shape.kind} />}
    </svg>
  )
}

/** Ratio of the cutout's size to the extent of the shapes. */
const roominess = 1.7
/** Minimum width of the cutout as a share of the image width, 0 to 1. It keeps the surroundings recognisable. */
const smallestShare = 0.12
const heightOfWidth = 3 / 4

function frameOf(shapes: readonly (Shape | null | undefined)[], image: OutlinesProps['image']): Rectangle {
  const whole = { x: 0, y: 0, width: image?.width ?? 1, height: image?.height ?? 1 }
  const drawn = extent(shapes.flatMap(shape => (shape ? corners(enclosingBox(shape)) : [])))
  if (shapes.every(shape => !shape)) return whole
  const width = Math.max(drawn.width * roominess, (drawn.height * roominess) / heightOfWidth, whole.width * smallestShare)
  const height = width * heightOfWidth
  const x = within(drawn.x + (drawn.width - width) / 2, whole.width - width)
  return { x, y: within(drawn.y + (drawn.height - height) / 2, whole.height - height), width, height }
}

/** Clamps the start of the cutout to the image. Centres the image if it is smaller than the cutout. */
const within = (start: number, last: number) => (last > 0 ? Math.min(Math.max(start, 0), last) : last / 2)

function pathOf(shape: Shape): string {
  const rings = [outline(shape), ...((shape.kind === 'polygon' && shape.holes) || [])]
  return rings.map(ring => `M${ring.map(vertex => vertex.join(' ')).join('L')}${shape.kind === 'line' ? '' : 'Z'}`).join('')
}
