import { annotatePath } from '../../../../shared/addresses.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { saveFile } from '../../../api/save-file.ts'
import { downloadUrl } from '../../../imagery/addresses.ts'
import { IconButton, LinkButton } from '../../../ui/button.tsx'
import { keyOf } from '../../../ui/command.ts'
import { CommandButton } from '../../../ui/command-button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { AnnotateIcon, CloseIcon, DeleteIcon, DownloadIcon, EyeIcon, EyeOffIcon, InfoIcon } from '../../../ui/icons.tsx'
import { writeKeys } from '../../../ui/shortcuts.ts'
import { showToast } from '../../../ui/toast.tsx'
import { texts } from '../texts.ts'
import styles from './viewer.module.css'
import { viewerCommands as commands, type ViewerActions } from './viewer-commands.ts'

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
  actions: ViewerActions
  onClose: () => void
}

// Long: one bar of buttons.
export function ViewerBar(props: ViewerBarProps) {
  const { name, place, mediaId, projectId, canEdit, annotations, details, actions, onClose } = props
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
            data-tip={commands.annotate.name}
            data-tip-keys={keyOf(commands.annotate)}
            to={annotatePath(projectId, { mediaId })}
          >
            {words.annotate}
          </LinkButton>
        )}
        {annotations && (
          <IconButton
            label={annotations === 'shown' ? words.hideAnnotations : words.showAnnotations}
            tip={commands.annotations.name}
            keys={keyOf(commands.annotations)}
            onClick={actions.annotations}
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
          <CommandButton command={commands.remove} actions={actions}>
            <DeleteIcon aria-hidden />
          </CommandButton>
        )}
        <IconButton
          label={commands.details.name}
          keys={keyOf(commands.details)}
          aria-pressed={details}
          className={styles.toggle}
          onClick={actions.details}
        >
          <InfoIcon aria-hidden />
        </IconButton>
        <IconButton label={words.close} keys={writeKeys('escape')} onClick={onClose}>
          <CloseIcon aria-hidden />
        </IconButton>
      </div>
    </header>
  )
}
