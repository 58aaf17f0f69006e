import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { projectPath } from '../../../../shared/addresses.ts'
import type { UploadedModel } from '../../../../shared/contracts/uploaded-models.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { forgetInterrupted, interruptedUploads } from '../../../api/interrupted-uploads.ts'
import { useUser } from '../../../api/session-context.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { formatBytes, formatPercent } from '../../../ui/format.ts'
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
import { FetchedModel } from './fetched-model.tsx'
import { modelUploads } from './model-uploads.ts'
import { uploadedModelsOf } from './queries.ts'
import { modelFingerprint } from './send-model.ts'
import { texts } from './texts.ts'

const { list: words } = texts

export const uploadedModelPath = (projectId: string, id: string) => projectPath(projectId, `ai/models/uploaded/${id}`)

/** Table of the models uploaded by the team, with a drop zone for new ones. */
export function UploadedList({ projectId }: { projectId: string }) {
  const models = useQuery(uploadedModelsOf(projectId))
  return (
    <Section title={words.title} description={words.description}>
      <Loaded query={models} failed={words.failed} skeleton={<SkeletonRows rows={3} height="2.75rem" label={words.loading} />}>
        {list => {
          const { items, mayUpload, uploaders, largestBytes, runtimeFault } = list
          return (
            <>
              {runtimeFault && <Note>{words.fault(runtimeFault)}</Note>}
              {items.length > 0 ? (
                <Table label={words.table} columns={columnsOf(projectId)} rows={items} rowKey={({ id }) => id} />
              ) : (
                <p className={styles.about}>{words.none}</p>
              )}
              {mayUpload ? (
                <>
                  <AddModel {...{ projectId, largestBytes }} />
                  <FetchedModel {...{ projectId, list }} pathOf={id => uploadedModelPath(projectId, id)} />
                </>
              ) : (
                <p className={styles.about}>{words.who[uploaders]}</p>
              )}
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}

/** Drop zone for a model, or the upload under way, even after a visit to another page. */
// Long: the states of one control.
function AddModel({ projectId, largestBytes }: { projectId: string; largestBytes: number }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { id: accountId } = useUser()
  const upload = useSyncExternalStore(modelUploads.subscribe, () => modelUploads.of(projectId, accountId))
  const openModel = useEffectEvent((id: string) => void navigate(uploadedModelPath(projectId, id)))
  useEffect(() => {
    openModels.set(projectId, openModel)
    return () => void openModels.delete(projectId)
  }, [projectId])

  const send = (file: File) =>
    modelUploads.start(projectId, accountId, file, {
      onDone: ({ name }, id) => {
        void refreshAi(client)
        const open = openModels.get(projectId)
        if (!open) showToast({ tone: 'ok', title: words.arrived(name) })
        else if (id) open(id)
      },
      onRefused: (_file, error) => showToast({ tone: 'danger', title: words.refused, description: sentenceOf(error, aiTexts.refused) })
    })

  if (!upload)
    return (
      <>
        <Interrupted accountId={accountId} projectId={projectId} />
        <DropZone
          label={words.drop}
          description={words.about(largestBytes)}
          button={words.choose}
          accept={['.onnx']}
          multiple={false}
          onFiles={([file]) => file && send(file)}
        />
      </>
    )
  const cancel = (
    <Button size="small" onClick={() => modelUploads.cancel(projectId)}>
      {words.cancel}
    </Button>
  )
  if (upload.fault)
    return (
      <Note>
        <div className={styles.stopped}>
          <p>{words.stopped(upload.file.name, sentenceOf(upload.fault, aiTexts.refused))}</p>
          <Button size="small" variant="primary" onClick={() => send(upload.file)}>
            {words.resume}
          </Button>
          {cancel}
        </div>
      </Note>
    )
  return (
    <div className={styles.active}>
      <ProgressBar label={words.sending(upload.file.name)} share={upload.share} value={formatPercent(upload.share)} />
      {cancel}
    </div>
  )
}

/** Functions that open a newly uploaded model, by project id. Only projects whose models are on show have a function. */
const openModels = new Map<string, (modelId: string) => void>()

/** Note about uploads that a reload interrupted. The page no longer has the file, but the server keeps the parts that it received. */
function Interrupted({ accountId, projectId }: { accountId: string; projectId: string }) {
  const [, setForgotten] = useState(0)
  const fingerprint = modelFingerprint(accountId, projectId)
  const [name] = interruptedUploads(fingerprint)
  if (name === undefined) return null
  return (
    <Note>
      <div className={styles.stopped}>
        <p>{words.interrupted(name)}</p>
        <Button
          size="small"
          onClick={() => {
            forgetInterrupted(fingerprint)
            setForgotten(times => times + 1)
          }}
        >
          {words.dismiss}
        </Button>
      </div>
    </Note>
  )
}

const tones = { needs_manifest: 'warn', dry_run: 'neutral', ready: 'ok', retired: 'neutral' } as const

export function ModelState({ state, isDecoder }: Pick<UploadedModel, 'state' | 'isDecoder'>) {
  if (isDecoder) return <Badge>{texts.decoder}</Badge>
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
  { id: 'state', header: words.state, cell: ({ state, isDecoder }) => <ModelState {...{ state, isDecoder }} /> },
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
