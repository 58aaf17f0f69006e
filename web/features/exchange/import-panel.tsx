import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Import, ImportFormat } from '../../../shared/contracts/exchange.ts'
import { importLimitBytes } from '../../../shared/limits.ts'
import { ApiError, sentenceOf } from '../../api/api-error.ts'
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
import styles from './exchange.module.css'
import { acceptedFiles, importFormats } from './formats.ts'
import { ImportList } from './import-list.tsx'
import { bringFile, importsOf, takeImport } from './queries.ts'
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
      {mayEdit ? <NewImport projectId={projectId} onBrought={brought => onOpen(brought.id)} /> : <Note>{words.readOnly}</Note>}
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

type Bringing = { file: File; error: unknown }

// Long: steps that share local state.
function NewImport({ projectId, onBrought }: { projectId: string; onBrought: (brought: Import) => void }) {
  const client = useQueryClient()
  const [format, setFormat] = useState<ImportFormat | ''>('')
  const [bringing, setBringing] = useState<Bringing | null>(null)
  const underWay = useRef<AbortController | null>(null)
  useEffect(() => () => underWay.current?.abort(), [])

  async function bring(file: File) {
    if (file.size > importLimitBytes) {
      setBringing({ file, error: new Error(newImport.tooLarge(file.name, limit)) })
      return
    }
    const giveUp = new AbortController()
    underWay.current = giveUp
    setBringing({ file, error: null })
    try {
      const brought = await bringFile(projectId, file, format ? { format } : {}, giveUp.signal)
      takeImport(client, brought)
      onBrought(brought)
    } catch (error) {
      setBringing(giveUp.signal.aborted ? null : { file, error })
    }
  }

  return (
    <Section title={newImport.title} description={newImport.description}>
      {bringing && bringing.error === null ? (
        <div className={styles.progress}>
          <ProgressBar label={newImport.uploading(bringing.file.name)} value={formatBytes(bringing.file.size)} />
          <Button size="small" onClick={() => underWay.current?.abort()}>
            {newImport.cancel}
          </Button>
        </div>
      ) : (
        <>
          {bringing && (
            <ErrorPanel
              title={newImport.failed(bringing.file.name)}
              detail={sentenceOf(bringing.error, newImport.refused)}
              safe={newImport.unchanged}
              reference={bringing.error instanceof ApiError ? bringing.error.requestId : null}
              onRetry={() => void bring(bringing.file)}
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
