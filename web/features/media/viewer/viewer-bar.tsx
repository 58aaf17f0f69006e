import { sentenceOf } from '../../../api/api-error.ts'
import { saveFile } from '../../../api/save-file.ts'
import { downloadUrl } from '../../../imagery/addresses.ts'
import { IconButton } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { CloseIcon, DeleteIcon, DownloadIcon, InfoIcon } from '../../../ui/icons.tsx'
import { showToast } from '../../../ui/toast.tsx'
import styles from './viewer.module.css'

interface ViewerBarProps {
  name: string
  /** Null when it is not known which one this is. */
  place: { number: number; total: number | undefined } | null
  mediaId: string
  canEdit: boolean
  details: boolean
  onDetails: () => void
  onRemove: () => void
  onClose: () => void
}

export function ViewerBar({ name, place, mediaId, canEdit, details, onDetails, onRemove, onClose }: ViewerBarProps) {
  return (
    <header className={styles.bar}>
      <h2 className={styles.name} title={name}>
        {name}
      </h2>
      {place && (
        <span className={styles.place}>
          {formatNumber(place.number)}
          {place.total !== undefined && ` of ${formatNumber(place.total)}`}
        </span>
      )}
      <div className={styles.actions}>
        <IconButton
          label="Download the original"
          onClick={() =>
            saveFile(downloadUrl(mediaId), name).catch(error =>
              showToast({ tone: 'danger', title: `${name} was not downloaded`, description: sentenceOf(error, 'Try again.') })
            )
          }
        >
          <DownloadIcon aria-hidden />
        </IconButton>
        {canEdit && (
          <IconButton label="Delete this photograph" onClick={onRemove}>
            <DeleteIcon aria-hidden />
          </IconButton>
        )}
        <IconButton
          label="Facts about this photograph"
          title="Facts (I)"
          aria-pressed={details}
          className={styles.toggle}
          onClick={onDetails}
        >
          <InfoIcon aria-hidden />
        </IconButton>
        <IconButton label="Close" title="Close (Esc)" onClick={onClose}>
          <CloseIcon aria-hidden />
        </IconButton>
      </div>
    </header>
  )
}
