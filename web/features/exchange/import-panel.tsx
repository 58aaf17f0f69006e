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
import { acceptedFiles, formatWords, importFormats } from './formats.ts'
import { ImportList } from './import-list.tsx'
import { bringFile, importsOf, takeImport } from './queries.ts'

interface ImportPanelProps {
  projectId: string
  mayEdit: boolean
  onOpen: (importId: string) => void
}

/** Takes a file with annotations; under it the files that were brought before. */
export function ImportPanel({ projectId, mayEdit, onOpen }: ImportPanelProps) {
  const list = useQuery(importsOf(projectId))
  return (
    <div className={styles.side}>
      {mayEdit ? (
        <NewImport projectId={projectId} onBrought={brought => onOpen(brought.id)} />
      ) : (
        <Note>You may look at what was imported. Editors and owners of the project import.</Note>
      )}
      <Section title="Imports">
        <Loaded query={list} failed="The imports could not be loaded" skeleton={<SkeletonRows rows={4} label="Loading imports" />}>
          {({ items }) =>
            items.length === 0 ? (
              <p className={styles.nothing}>Nothing was imported yet.</p>
            ) : (
              <ImportList projectId={projectId} imports={items} mayEdit={mayEdit} onOpen={onOpen} />
            )
          }
        </Loaded>
      </Section>
      <Section title="Formats" description="What can be read. Images are found by their file names, so add the photographs first.">
        <dl className={styles.formats}>
          {importFormats.map(format => (
            <div key={format}>
              <dt>{formatWords[format].name}</dt>
              <dd>{importWords[format]}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </div>
  )
}

const importWords: Record<ImportFormat, string> = {
  coco: 'One JSON file: boxes, polygons, masks with run lengths; or a bare list of results.',
  cvat: 'XML 1.1 “for images”: every shape, with attributes.',
  biigle: 'The reports of image annotations and image labels as CSV, that of annotation areas as a workbook, too.',
  viame: 'CSV of detections: boxes and polygons with confidences and tracks.',
  coralnet: 'CSV of sample points for percent cover, named by people or by the robot.',
  yolo: 'A zip archive with data.yaml, obj.names or classes.txt and the label files.',
  voc: 'An XML file, or a zip archive with one per image.',
  ifdo: 'JSON or YAML, versions 1 and 2: annotations of photographs.',
  dwca: 'A zip archive of OBIS or GBIF: its taxa come into the catalog, occurrences onto the images that they name.'
}

const limit = `${importLimitBytes / 1024 ** 3} GiB`

type Bringing = { file: File; error: unknown }

// Long: steps that share the same local state.
function NewImport({ projectId, onBrought }: { projectId: string; onBrought: (brought: Import) => void }) {
  const client = useQueryClient()
  const [format, setFormat] = useState<ImportFormat | ''>('')
  const [bringing, setBringing] = useState<Bringing | null>(null)
  const underWay = useRef<AbortController | null>(null)
  useEffect(() => () => underWay.current?.abort(), [])

  async function bring(file: File) {
    if (file.size > importLimitBytes) {
      setBringing({ file, error: new Error(`${file.name} is larger than ${limit}: divide it.`) })
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
    <Section title="New import" description="First you see what would come of it, label by label. Nothing changes until you say so.">
      {bringing && bringing.error === null ? (
        <div className={styles.progress}>
          <ProgressBar label={`Bringing ${bringing.file.name}`} value={formatBytes(bringing.file.size)} />
          <Button size="small" onClick={() => underWay.current?.abort()}>
            Cancel
          </Button>
        </div>
      ) : (
        <>
          {bringing && (
            <ErrorPanel
              title={`${bringing.file.name} was not taken`}
              detail={sentenceOf(bringing.error, 'The server did not take it.')}
              safe="Nothing was changed."
              reference={bringing.error instanceof ApiError ? bringing.error.requestId : null}
              onRetry={() => void bring(bringing.file)}
            />
          )}
          <DropZone
            label="Drop a file with annotations here"
            description={`JSON, YAML, CSV, XML or a zip archive, up to ${limit}.`}
            button="Choose a file"
            accept={acceptedFiles}
            multiple={false}
            onFiles={([file]) => file && void bring(file)}
          />
          <div className={styles.settings}>
            <Select
              label="Format"
              value={format}
              onChange={event => setFormat(event.target.value as ImportFormat | '')}
              options={[
                { value: '', label: 'Recognised from the content' },
                ...importFormats.map(each => ({ value: each, label: formatWords[each].name }))
              ]}
            />
          </div>
        </>
      )}
    </Section>
  )
}
