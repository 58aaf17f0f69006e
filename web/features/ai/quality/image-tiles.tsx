import { Link } from 'react-router-dom'
import { annotatePath, mediaPath } from '../../../../shared/addresses.ts'
import type { MeasuredImage } from '../../../../shared/contracts/image-quality.ts'
import { thumbnailUrl } from '../../../imagery/addresses.ts'
import { CropPicture } from '../../../imagery/patch-picture.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { formatTime } from '../../../ui/format.ts'
import type { Chosen } from '../use-chosen.ts'
import styles from './quality.module.css'
import { qualityTexts as words } from './texts.ts'

/** Smallest share of black or white pixels that is shown. */
const leastShown = 0.01

interface ImageTilesProps {
  projectId: string
  label: string
  images: readonly MeasuredImage[]
  mayEdit: boolean
  chosen: Chosen
}

/** Thumbnails of measured images with their measurements. Each image links to the viewer and to Annotate. */
export function ImageTiles({ projectId, label, images, mayEdit, chosen }: ImageTilesProps) {
  return (
    <ul className={styles.images} aria-label={label}>
      {images.map(image => (
        <li key={image.mediaId} data-chosen={chosen.ids.has(image.mediaId) || undefined}>
          <Link className={styles.picture} to={mediaPath(projectId, image.mediaId)} aria-label={words.view(image.fileName)}>
            <CropPicture address={thumbnailUrl(image.mediaId, 'small')} />
          </Link>
          <div className={styles.name}>
            {mayEdit ? (
              <Checkbox label={image.fileName} checked={chosen.ids.has(image.mediaId)} onChange={() => chosen.toggle(image.mediaId)} />
            ) : (
              image.fileName
            )}
          </div>
          <div className={styles.facts}>
            <span>{image.eventDate === null ? words.noTime : formatTime(image.eventDate, true)}</span>
            <span>{words.sharpness(image)}</span>
            {image.darkShare >= leastShown && <span>{words.dark(image.darkShare)}</span>}
            {image.brightShare >= leastShown && <span>{words.bright(image.brightShare)}</span>}
            {image.annotationCount > 0 && <span>{words.annotations(image.annotationCount)}</span>}
            <Link to={annotatePath(projectId, image)} aria-label={words.annotateImage(image.fileName)}>
              {words.annotate}
            </Link>
          </div>
        </li>
      ))}
    </ul>
  )
}
