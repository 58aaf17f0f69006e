import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ExportFormat, ExportOptions } from '../../../shared/contracts/exchange.ts'
import { exportOfAddress, missingOptions, optionsFor } from '../../../shared/export-options.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import styles from './exchange.module.css'
import { ExportList } from './export-list.tsx'
import { ExportSettings, type Published } from './export-settings.tsx'
import { FormatCards } from './format-cards.tsx'
import { exportFormats } from './formats.ts'
import { exportsOf, startExport } from './queries.ts'
import { formatTexts, exportTexts as texts } from './texts.ts'

const { exportPanel: words, newExport } = texts

interface ExportPanelProps {
  projectId: string
  mayEdit: boolean
  /** Publication settings of the project, which provide defaults; undefined until they are loaded. */
  published: Published | undefined
  /** Whether the person may choose exact positions: true for owners of a project with sensitive places. */
  offersExact: boolean
}

/** Tab with the form for a new export above the list of exports. */
export function ExportPanel({ projectId, mayEdit, published, offersExact }: ExportPanelProps) {
  const list = useQuery(exportsOf(projectId))
  return (
    <div className={styles.side}>
      {mayEdit ? <NewExport projectId={projectId} published={published} offersExact={offersExact} /> : <Note>{words.readOnly}</Note>}
      <Section title={words.title} description={words.description}>
        <Loaded query={list} failed={words.failed} skeleton={<SkeletonRows rows={4} label={words.loading} />}>
          {({ items }) =>
            items.length === 0 ? (
              <p className={styles.nothing}>{mayEdit ? words.empty : words.emptyReadOnly}</p>
            ) : (
              <ExportList projectId={projectId} exports={items} mayEdit={mayEdit} />
            )
          }
        </Loaded>
      </Section>
    </div>
  )
}

function NewExport({ projectId, published, offersExact }: Omit<ExportPanelProps, 'mayEdit'>) {
  const start = useMutation(startExport(projectId))
  const [params] = useSearchParams()
  const [wanted] = useState(() => exportOfAddress(params))
  const [format, setFormat] = useState<ExportFormat>(wanted?.format ?? 'coco')
  const [options, setOptions] = useState<ExportOptions>(wanted?.options ?? {})
  const [isSubmitted, setSubmitted] = useState(false)
  const missing = missingOptions(format, options, published)

  function begin() {
    setSubmitted(true)
    if (missing.length === 0) start.mutate({ format, options: optionsFor(format, options) }, { onSuccess: () => setSubmitted(false) })
  }

  return (
    <Section title={newExport.title}>
      <FormatCards
        legend={newExport.format}
        formats={exportFormats}
        value={format}
        onChange={chosen => {
          setFormat(chosen)
          setSubmitted(false)
          start.reset()
        }}
      />
      <ExportSettings
        projectId={projectId}
        offersExact={offersExact}
        format={format}
        options={options}
        published={published}
        onChange={setOptions}
        missing={isSubmitted ? missing : []}
      />
      {start.error && <ErrorPanel title={newExport.failed} detail={sentenceOf(start.error, newExport.refused)} />}
      <div>
        <Button variant="primary" busy={start.isPending} onClick={begin}>
          {newExport.submit(formatTexts[format].name)}
        </Button>
      </div>
    </Section>
  )
}
