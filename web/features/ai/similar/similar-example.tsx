import { Link } from 'react-router-dom'
import { annotatePath } from '../../../../shared/addresses.ts'
import type { SimilarCrop } from '../../../../shared/contracts/ai.ts'
import type { LabelIndex } from '../../../annotation/label-index.ts'
import { Swatch } from '../../../annotation/swatch.tsx'
import { patchOutline } from '../../../imagery/patch-outline.ts'
import { PatchPicture } from '../../../imagery/patch-picture.tsx'
import { TaxonName } from '../../../ui/taxon-name.ts'
import styles from '../check.module.css'
import { texts } from '../texts.ts'

const { similar: words } = texts

/** Example crop that the similar crops are compared with. */
export function SimilarExample({ projectId, crop, labelIndex }: { projectId: string; crop: SimilarCrop; labelIndex: LabelIndex }) {
  const label = crop.labelId === null ? undefined : labelIndex.get(crop.labelId)
  return (
    <figure className={styles.example}>
      <Link
        className={styles.crop}
        to={annotatePath(projectId, { mediaId: crop.mediaId, annotationId: crop.id })}
        aria-label={texts.check.open(crop.fileName)}
      >
        <PatchPicture
          annotationId={crop.id}
          revision={crop.revision}
          outline={{ path: patchOutline(crop), colour: `rgb(${labelIndex.colourOf(crop.labelId).join()})` }}
        />
      </Link>
      <figcaption>
        <span className={styles.caption}>{words.example}</span>
        <span className={styles.exampleName}>
          <Swatch label={label} /> {label ? <TaxonName label={label} /> : words.unlabelled}
        </span>
        <span className={styles.caption}>{crop.fileName}</span>
      </figcaption>
    </figure>
  )
}
