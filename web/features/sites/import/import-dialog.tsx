import { useState } from 'react'
import type { Sites } from '../../../../shared/contracts/sites.ts'
import { siteFileLimitBytes } from '../../../../shared/limits.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { showToast } from '../../../ui/toast.tsx'
import styles from '../sites.module.css'
import { FilePreview } from './file-preview.tsx'
import { PastImports } from './past-imports.tsx'
import { texts } from './texts.ts'

const accepted = ['.gpx', '.kml', '.geojson', '.json', '.csv', '.tsv', '.txt']

interface ImportDialogProps {
  projectId: string
  surveys: Sites['surveys']
  onClose: () => void
}

/** Dialog that imports the places of a file as sites, and undoes past imports. */
export function ImportDialog({ projectId, surveys, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<File | null>(null)

  function choose([first]: File[]) {
    if (!first) return
    if (first.size > siteFileLimitBytes) showToast({ tone: 'danger', title: texts.tooLarge(first.name, formatBytes(siteFileLimitBytes)) })
    else setFile(first)
  }

  return (
    <Dialog title={texts.title} isOpen onClose={onClose} size="wide" keepOpenOutside>
      {file ? (
        <FilePreview key={file.name} {...{ projectId, file, surveys }} onAnother={() => setFile(null)} onDone={onClose} />
      ) : (
        <div className={styles.way}>
          <p>{texts.about}</p>
          <DropZone
            label={texts.drop}
            description={texts.accepted}
            button={texts.choose}
            accept={accepted}
            multiple={false}
            onFiles={choose}
          />
          <PastImports projectId={projectId} />
        </div>
      )}
    </Dialog>
  )
}
