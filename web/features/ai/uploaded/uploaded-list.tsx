import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { projectPath } from '../../../../shared/addresses.ts'
import type { UploadedModel } from '../../../../shared/contracts/uploaded-models.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Note } from '../../../ui/note.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Section } from '../../../ui/section.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { showToast } from '../../../ui/toast.tsx'
import styles from '../ai.module.css'
import { refreshAi } from '../queries.ts'
import { texts as aiTexts } from '../texts.ts'
import { uploadedModelsOf } from './queries.ts'
import { sendModel } from './send-model.ts'
import { texts } from './texts.ts'

const { list: words } = texts

export const uploadedModelPath = (projectId: string, id: string) => projectPath(projectId, `ai/models/uploaded/${id}`)

/** Table of the models uploaded by the team, with a drop zone for new ones. */
export function UploadedList({ projectId }: { projectId: string }) {
  const models = useQuery(uploadedModelsOf(projectId))
  return (
    <Section title={words.title} description={words.description}>
      <Loaded query={models} failed={words.failed} skeleton={<SkeletonRows rows={3} height="2.75rem" label={words.loading} />}>
        {({ items, mayUpload, uploaders, largestBytes, runtimeFault }) => (
          <>
            {runtimeFault && <Note>{words.fault(runtimeFault)}</Note>}
            {items.length > 0 ? (
              <Table label={words.table} columns={columnsOf(projectId)} rows={items} rowKey={({ id }) => id} />
            ) : (
              <p className={styles.about}>{words.none}</p>
            )}
            {mayUpload ? <AddModel {...{ projectId, largestBytes }} /> : <p className={styles.about}>{words.who[uploaders]}</p>}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function AddModel({ projectId, largestBytes }: { projectId: string; largestBytes: number }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null)
  const cancel = useRef<(() => void) | null>(null)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  function add([file]: File[]) {
    if (!file) return
    setSending({ name: file.name, share: 0 })
    cancel.current = sendModel(file, projectId, {
      onProgress: share => setSending({ name: file.name, share }),
      onDone: id => {
        setSending(null)
        void refreshAi(client)
        if (!isOpen.current) showToast({ tone: 'ok', title: words.arrived(file.name) })
        else if (id) void navigate(uploadedModelPath(projectId, id))
      },
      onFailed: error => {
        setSending(null)
        showToast({ tone: 'danger', title: words.refused, description: sentenceOf(error, aiTexts.refused) })
      }
    })
  }

  if (!sending)
    return (
      <DropZone
        label={words.drop}
        description={words.about(largestBytes)}
        button={words.choose}
        accept={['.onnx']}
        multiple={false}
        onFiles={add}
      />
    )
  return (
    <div className={styles.active}>
      <ProgressBar label={words.sending(sending.name)} share={sending.share} />
      <Button
        size="small"
        onClick={() => {
          cancel.current?.()
          setSending(null)
        }}
      >
        {words.cancel}
      </Button>
    </div>
  )
}

const tones = { needs_manifest: 'warn', dry_run: 'neutral', ready: 'ok', retired: 'neutral' } as const

export function ModelState({ state }: Pick<UploadedModel, 'state'>) {
  return <Badge tone={tones[state]}>{texts.states[state]}</Badge>
}

const columnsOf = (projectId: string): Column<UploadedModel>[] => [
  {
    id: 'name',
    header: words.name,
    cell: ({ id, name, version, task }) => (
      <>
        <Link className={styles.name} to={uploadedModelPath(projectId, id)}>
          {texts.card.title(name, version)}
        </Link>
        {task && <span className={styles.quiet}>{texts.tasks[task]}</span>}
      </>
    )
  },
  { id: 'state', header: words.state, cell: ({ state }) => <ModelState state={state} /> },
  { id: 'license', header: words.license, cell: ({ license }) => license ?? '–', stackedLabel: true },
  {
    id: 'speed',
    header: words.speed,
    cell: ({ msPerItem }) => (msPerItem === null ? '–' : words.milliseconds(msPerItem)),
    number: true,
    stackedLabel: true
  },
  {
    id: 'size',
    header: words.size,
    cell: ({ sizeBytes }) => formatBytes(sizeBytes),
    number: true,
    stackedLabel: true
  },
  { id: 'added', header: words.added, cell: ({ createdAt }) => <Timestamp time={createdAt} /> }
]
