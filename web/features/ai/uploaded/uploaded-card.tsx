import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { projectPath } from '../../../../shared/addresses.ts'
import type { UploadedModelCard as Card, DryRun, UploadedModelLabel } from '../../../../shared/contracts/uploaded-models.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { thumbnailUrl } from '../../../imagery/addresses.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Note } from '../../../ui/note.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Facts, FormFields, Page, Section } from '../../../ui/section.tsx'
import { BareSelect, Select } from '../../../ui/select.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { showToast } from '../../../ui/toast.tsx'
import styles from '../ai.module.css'
import { cancelRun } from '../queries.ts'
import { texts as aiTexts } from '../texts.ts'
import { ManifestForm } from './manifest-form.tsx'
import { changeState, mapLabels, removeModel, startModelRun, uploadedModelWith } from './queries.ts'
import { texts } from './texts.ts'
import { ModelState } from './uploaded-list.tsx'

const { card: words } = texts

interface UploadedCardProps {
  projectId: string
  uploadedModelId: string
  mayEdit: boolean
  /** Labels of the catalog. */
  labels: readonly { id: string; name: string }[]
}

const onError = (title: string) => (error: Error) => showToast({ tone: 'danger', title, description: sentenceOf(error, aiTexts.refused) })

/** Card of a model that the team brought: its details, its test, its labels and its runs. */
export function UploadedCard({ projectId, uploadedModelId, mayEdit, labels }: UploadedCardProps) {
  const model = useQuery(uploadedModelWith(uploadedModelId))
  const skeleton = (
    <Page title={aiTexts.models.title}>
      <SkeletonRows rows={8} label={words.loading} />
    </Page>
  )
  return (
    <Loaded query={model} failed={words.failed} skeleton={skeleton}>
      {card => (
        <Page title={words.title(card.name, card.version)} actions={<Actions {...{ projectId, card }} />}>
          <p className={styles.stateLine}>
            <ModelState state={card.state} />
            <Link to={projectPath(projectId, 'ai/models')}>{words.all}</Link>
          </p>
          {card.failure && (
            <div role="alert">
              <Note>{words.lastFailure(card.failure)}</Note>
            </div>
          )}
          {card.inspection.warnings.map(warning => (
            <Note key={warning}>{warning}</Note>
          ))}
          {card.state === 'dry_run' && <Testing jobId={card.jobId} />}
          {card.state === 'needs_manifest' && card.mayManage && <ManifestForm card={card} />}
          {card.state === 'ready' && mayEdit && <StartRun {...{ projectId, card }} />}
          {card.dryRun?.preview && <Preview preview={card.dryRun.preview} />}
          {card.labels.length > 0 && <Labels {...{ card, labels, mayEdit }} />}
          <FileFacts card={card} />
        </Page>
      )}
    </Loaded>
  )
}

function Actions({ projectId, card }: { projectId: string; card: Card }): ReactNode {
  const navigate = useNavigate()
  const change = useMutation({ ...changeState(card.id), onError: onError(words.notChanged) })
  const remove = useMutation({ ...removeModel(card.id), onError: onError(words.notChanged) })
  if (!card.mayManage) return null
  return (
    <>
      {card.state === 'ready' && (
        <Button busy={change.isPending} onClick={() => change.mutate('retire')}>
          {words.retire}
        </Button>
      )}
      {card.state === 'retired' && (
        <Button busy={change.isPending} onClick={() => change.mutate('restore')}>
          {words.restore}
        </Button>
      )}
      {card.runCount === 0 && card.state !== 'dry_run' && (
        <Button
          busy={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSuccess: () => navigate(projectPath(projectId, 'ai/models')) })}
        >
          {words.remove}
        </Button>
      )}
    </>
  )
}

function Testing({ jobId }: { jobId: string | null }) {
  const cancel = useMutation(cancelRun())
  return (
    <div className={styles.active}>
      <ProgressBar label={words.testing} />
      {jobId && (
        <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate(jobId)}>
          {words.cancelTest}
        </Button>
      )}
    </div>
  )
}

function StartRun({ projectId, card }: { projectId: string; card: Card }) {
  const navigate = useNavigate()
  const [images, setImages] = useState<'untouched' | 'all'>('untouched')
  const [isRead, setRead] = useState(false)
  const start = useMutation({
    ...startModelRun(projectId),
    onError: onError(words.notStarted),
    onSuccess: () => navigate(projectPath(projectId, 'ai/runs'))
  })
  const onShapes = card.task === 'classify'
  return (
    <Section title={words.run} description={onShapes ? words.onShapes : words.runAbout}>
      {!onShapes && (
        <FormFields>
          <Select
            label={words.images}
            value={images}
            options={[
              { value: 'untouched', label: words.untouched },
              { value: 'all', label: words.allImages }
            ]}
            onChange={event => setImages(event.currentTarget.value === 'all' ? 'all' : 'untouched')}
          />
        </FormFields>
      )}
      {card.licenseRead === null && (
        <Checkbox label={words.readLicense(card.license ?? '')} checked={isRead} onChange={event => setRead(event.currentTarget.checked)} />
      )}
      <div>
        <Button
          variant="primary"
          busy={start.isPending}
          disabled={card.licenseRead === null && !isRead}
          onClick={() =>
            start.mutate({
              task: 'model',
              uploadedModelId: card.id,
              ...(!onShapes && { images }),
              ...(isRead && { licenseRead: true })
            })
          }
        >
          {words.start}
        </Button>
      </div>
    </Section>
  )
}

/** Picture of the test run with the outlines that the model found. */
function Preview({ preview: { mediaId, width, height, found } }: { preview: NonNullable<DryRun['preview']> }) {
  return (
    <Section title={words.preview} description={words.previewAbout(found.length)}>
      <div className={styles.preview}>
        <img className={styles.tested} src={thumbnailUrl(mediaId, 'large')} alt="" />
        <svg className={styles.outlines} viewBox={`0 0 ${width} ${height}`} aria-hidden>
          {found.map(({ shape }) =>
            shape.kind === 'box' ? (
              <rect key={JSON.stringify(shape)} x={shape.x} y={shape.y} width={shape.width} height={shape.height} />
            ) : shape.kind === 'polygon' ? (
              <polygon key={JSON.stringify(shape)} points={shape.points.map(vertex => vertex.join()).join(' ')} />
            ) : null
          )}
        </svg>
      </div>
    </Section>
  )
}

function Labels({ card, labels, mayEdit }: { card: Card } & Pick<UploadedCardProps, 'labels' | 'mayEdit'>) {
  const map = useMutation({ ...mapLabels(card.id), onError: onError(words.notSaved) })
  const names = new Map(labels.map(({ id, name }) => [id, name]))
  const columns: Column<UploadedModelLabel>[] = [
    { id: 'model', header: words.ofModel, cell: ({ name }) => name },
    {
      id: 'catalog',
      header: words.ofCatalog,
      cell: ({ id, name, ignore, labelId }) =>
        ignore ? (
          words.ignored
        ) : mayEdit ? (
          <LabelSelect {...{ name, labelId, labels }} onChoose={chosen => map.mutate([{ id, labelId: chosen }])} />
        ) : (
          (names.get(labelId ?? '') ?? words.notMapped)
        )
    }
  ]
  return (
    <Section title={words.labels} description={words.labelsAbout}>
      <Table label={words.labels} columns={columns} rows={card.labels} rowKey={({ id }) => id} />
    </Section>
  )
}

interface LabelSelectProps extends Pick<UploadedCardProps, 'labels'> {
  name: string
  labelId: string | null
  onChoose(labelId: string | null): void
}

function LabelSelect({ name, labelId, labels, onChoose }: LabelSelectProps) {
  const options = labels.map(({ id, name: label }) => ({ value: id, label }))
  return (
    <BareSelect
      label={name}
      value={labelId ?? ''}
      options={[{ value: '', label: words.notMapped }, ...options]}
      onChange={event => onChoose(event.currentTarget.value || null)}
    />
  )
}

const shapeWords = (shape: readonly (number | null)[]) => `[${shape.map(size => size ?? '?').join(', ')}]`

function FileFacts({ card }: { card: Card }) {
  const { inspection, manifest, dryRun, isGuess } = card
  const tensor = ({ name, dtype, shape }: Card['inspection']['input']) => `${name}: ${dtype} ${shapeWords(shape)}`
  return (
    <Section title={words.facts}>
      <Facts
        facts={[
          ...(isGuess
            ? []
            : [
                { name: words.task, value: texts.tasks[manifest.task] },
                { name: words.license, value: manifest.license },
                ...(manifest.source ? [{ name: words.source, value: manifest.source }] : [])
              ]),
          ...(dryRun
            ? [
                { name: words.speed, value: texts.list.milliseconds(dryRun.msPerItem) },
                { name: words.memory, value: words.megabytes(dryRun.peakMb) },
                { name: words.runtime, value: words.runtimeWords(dryRun.runtime, dryRun.threads) }
              ]
            : []),
          { name: words.file, value: card.fileName },
          { name: words.input, value: tensor(inspection.input) },
          { name: words.outputs, value: inspection.outputs.map(tensor).join(' · ') },
          { name: words.opset, value: String(inspection.opset) },
          { name: words.hash, value: <code className={styles.hash}>{card.sha256}</code> },
          ...(card.manifestSha256 ? [{ name: words.manifestHash, value: <code className={styles.hash}>{card.manifestSha256}</code> }] : [])
        ]}
      />
    </Section>
  )
}
