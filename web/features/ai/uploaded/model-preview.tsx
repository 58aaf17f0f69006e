import type { DryRun } from '../../../../shared/contracts/uploaded-models.ts'
import { thumbnailUrl } from '../../../imagery/addresses.ts'
import { formatPercent } from '../../../ui/format.ts'
import { Section } from '../../../ui/section.tsx'
import { texts } from './texts.ts'
import styles from './uploaded.module.css'

const { card: words } = texts

type Preview = NonNullable<DryRun['preview']>
type FoundShape = Preview['found'][number]['shape']

interface ModelPreviewProps {
  preview: Preview
  /** Whether the outline is that of a click in the middle of the image. */
  isOfClick: boolean
}

/** Image of the test run with the outlines that the model found. */
export function ModelPreview({ preview: { mediaId, width, height, found }, isOfClick }: ModelPreviewProps) {
  return (
    <Section title={words.preview} description={isOfClick ? words.clickPreview(found.length > 0) : words.previewAbout(found.length)}>
      <div className={styles.preview} style={{ aspectRatio: `${width} / ${height}` }}>
        <img className={styles.picture} src={thumbnailUrl(mediaId, 'large')} alt={words.previewPicture} />
        <svg className={styles.outlines} viewBox={`0 0 ${width} ${height}`} aria-hidden>
          <path d={found.map(({ shape }) => pathOf(shape)).join(' ')} />
        </svg>
      </div>
      {found.length > 0 && !isOfClick && <p className={styles.found}>{namesOf(found)}</p>}
    </Section>
  )
}

/** Converts a shape with its holes to an SVG path. */
function pathOf(shape: FoundShape): string {
  if (shape.kind === 'box') return `M${shape.x} ${shape.y}h${shape.width}v${shape.height}h${-shape.width}z`
  if (shape.kind !== 'polygon') return ''
  return [shape.points, ...(shape.holes ?? [])].map(ring => `M${ring.map(vertex => vertex.join(' ')).join('L')}z`).join('')
}

/** Lists the found labels with their probabilities, such as "crab 80 %, 62 % · sea star 90 %". */
function namesOf(found: Preview['found']): string {
  const byName = Map.groupBy(found, ({ name }) => name)
  return Array.from(byName, ([name, each]) => `${name} ${each.map(({ probability }) => formatPercent(probability)).join(', ')}`).join(' · ')
}
