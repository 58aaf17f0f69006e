import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import type { ImportFormat } from '../../../shared/contracts/exchange.ts'
import { importLimitBytes } from '../../../shared/limits.ts'
import { ApiError, sentenceOf } from '../../api/api-error.ts'
import { useUser } from '../../api/session-context.ts'
import { Button } from '../../ui/button.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { formatBytes } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Section } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './exchange.module.css'
import { acceptedFiles, importFormats } from './formats.ts'
import { ImportList } from './import-list.tsx'
import { importUploads } from './import-uploads.ts'
import { importsOf, takeImport } from './queries.ts'
import { formatTexts, importTexts as texts } from './texts.ts'

const { importPanel: words, newImport } = texts

interface ImportPanelProps {
  projectId: string
  mayEdit: boolean
  onOpen: (importId: string) => void
}

/** Tab with the form for a new import above the past imports and the supported formats. */
export function ImportPanel({ projectId, mayEdit, onOpen }: ImportPanelProps) {
  const list = useQuery(importsOf(projectId))
  return (
    <div className={styles.side}>
      {mayEdit ? <NewImport projectId={projectId} onOpen={onOpen} /> : <Note>{words.readOnly}</Note>}
      <Section title={words.title}>
        <Loaded query={list} failed={words.failed} skeleton={<SkeletonRows rows={4} label={words.loading} />}>
          {({ items }) =>
            items.length === 0 ? (
              <p className={styles.nothing}>{mayEdit ? words.empty : words.emptyReadOnly}</p>
            ) : (
              <ImportList projectId={projectId} imports={items} mayEdit={mayEdit} onOpen={onOpen} />
            )
          }
        </Loaded>
      </Section>
      <Section title={words.formats.title} description={words.formats.description}>
        <dl className={styles.formats}>
          {importFormats.map(format => (
            <div key={format}>
              <dt>{formatTexts[format].name}</dt>
              <dd>{words.formats.about[format]}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </div>
  )
}

const limit = `${importLimitBytes / 1024 ** 3} GiB`

/** Functions that open an import, by project, from the panels that are shown. */
const openImports = new Map<string, (importId: string) => void>()

/** Drop zone for a file, or the upload under way, even after a visit to another page. */
// Long: the states of one control.
function NewImport({ projectId, onOpen }: Omit<ImportPanelProps, 'mayEdit'>) {
  const client = useQueryClient()
  const { id: accountId } = useUser()
  // Another try after a visit to another page uses the format that was chosen for the file.
  const [format, setFormat] = useState<ImportFormat | ''>(() => importUploads.of(projectId, accountId)?.options.format ?? '')
  const upload = useSyncExternalStore(importUploads.subscribe, () => importUploads.of(projectId, accountId))
  const navigate = useNavigate()
  const show = (importId: string) => void navigate(projectPath(projectId, `annotate/exchange?import=${importId}`))
  const open = useEffectEvent((importId: string) => onOpen(importId))
  useEffect(() => {
    openImports.set(projectId, open)
    return () => void openImports.delete(projectId)
  }, [projectId])

  async function bring(file: File) {
    const options = format ? { format } : {}
    if (file.size > importLimitBytes)
      return importUploads.refuse(projectId, accountId, file, options, new Error(newImport.tooLarge(file.name, limit)))
    const brought = await importUploads.start(projectId, accountId, file, options)
    const openHere = openImports.get(projectId)
    if (!brought) {
      const fault = importUploads.of(projectId, accountId)?.fault
      if (fault && !openHere)
        showToast({ tone: 'danger', title: newImport.failed(file.name), description: sentenceOf(fault, newImport.refused) })
      return
    }
    takeImport(client, brought)
    if (openHere) openHere(brought.id)
    else showToast({ tone: 'ok', title: newImport.arrived(file.name), action: { label: newImport.open, onAction: () => show(brought.id) } })
  }

  return (
    <Section title={newImport.title} description={newImport.description}>
      {upload && upload.fault === null ? (
        <div className={styles.progress}>
          <ProgressBar label={newImport.uploading(upload.file.name)} value={formatBytes(upload.file.size)} />
          <Button size="small" onClick={() => importUploads.cancel(projectId)}>
            {newImport.cancel}
          </Button>
        </div>
      ) : (
        <>
          {upload && (
            <ErrorPanel
              title={newImport.failed(upload.file.name)}
              detail={sentenceOf(upload.fault, newImport.refused)}
              safe={newImport.unchanged}
              reference={upload.fault instanceof ApiError ? upload.fault.requestId : null}
              onRetry={() => void bring(upload.file)}
            />
          )}
          <DropZone
            label={newImport.drop}
            description={newImport.accepted(limit)}
            button={newImport.choose}
            accept={acceptedFiles}
            multiple={false}
            onFiles={([file]) => file && void bring(file)}
          />
          <div className={styles.settings}>
            <Select
              label={newImport.format}
              value={format}
              onChange={event => setFormat(event.target.value as ImportFormat | '')}
              options={[
                { value: '', label: newImport.detectFormat },
                ...importFormats.map(each => ({ value: each, label: formatTexts[each].name }))
              ]}
            />
          </div>
        </>
      )}
    </Section>
  )
}
