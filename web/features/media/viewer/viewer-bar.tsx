import { annotatePath } from '../../../../shared/addresses.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { saveFile } from '../../../api/save-file.ts'
import { downloadUrl } from '../../../imagery/addresses.ts'
import { IconButton, LinkButton } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { AnnotateIcon, CloseIcon, DeleteIcon, DownloadIcon, EyeIcon, EyeOffIcon, InfoIcon } from '../../../ui/icons.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { texts } from '../texts.ts'
import styles from './viewer.module.css'

const { viewer: words } = texts

interface ViewerBarProps {
  name: string
  /** Position of the image in the list; null when unknown. */
  place: { number: number; total: number | undefined } | null
  mediaId: string
  /** Undefined until the image is loaded. */
  projectId: string | undefined
  canEdit: boolean
  /** Whether annotations are shown; null for an image without annotations. */
  annotations: 'shown' | 'hidden' | null
  details: boolean
  onAnnotations: () => void
  onDetails: () => void
  onRemove: () => void
  onClose: () => void
}

// Long: one bar of buttons.
export function ViewerBar(props: ViewerBarProps) {
  const { name, place, mediaId, projectId, canEdit, annotations, details, onAnnotations, onDetails, onRemove, onClose } = props
  return (
    <header className={styles.bar}>
      <h2 className={styles.name} data-tip={name}>
        {name}
      </h2>
      {place && (
        <span className={styles.place}>
          {words.place(formatNumber(place.number), place.total === undefined ? undefined : formatNumber(place.total))}
        </span>
      )}
      <div className={styles.actions}>
        {projectId && (
          <LinkButton
            size="small"
            variant="primary"
            icon={<AnnotateIcon aria-hidden />}
            data-tip={words.annotateKey}
            to={annotatePath(projectId, { mediaId })}
          >
            {words.annotate}
          </LinkButton>
        )}
        {annotations && (
          <IconButton
            label={annotations === 'shown' ? words.hideAnnotations : words.showAnnotations}
            tip={words.annotationsKey}
            onClick={onAnnotations}
          >
            {annotations === 'shown' ? <EyeIcon aria-hidden /> : <EyeOffIcon aria-hidden />}
          </IconButton>
        )}
        <IconButton
          label={words.download}
          onClick={() =>
            saveFile(downloadUrl(mediaId), name).catch(error =>
              showToast({ tone: 'danger', title: words.notDownloaded(name), description: sentenceOf(error, words.tryAgain) })
            )
          }
        >
          <DownloadIcon aria-hidden />
        </IconButton>
        {canEdit && (
          <IconButton label={words.remove} onClick={onRemove}>
            <DeleteIcon aria-hidden />
          </IconButton>
        )}
        <IconButton label={words.facts} tip={words.factsKey} aria-pressed={details} className={styles.toggle} onClick={onDetails}>
          <InfoIcon aria-hidden />
        </IconButton>
        <IconButton label={words.close} tip={words.closeKey} onClick={onClose}>
          <CloseIcon aria-hidden />
        </IconButton>
      </div>
    </header>
  )
}
