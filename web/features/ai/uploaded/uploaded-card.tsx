import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { projectPath } from '../../../../shared/addresses.ts'
import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import type { UploadedModelCard as Card } from '../../../../shared/contracts/uploaded-models.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Note } from '../../../ui/note.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Facts, Page, Section } from '../../../ui/section.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import aiStyles from '../ai.module.css'
import { ModelAudits } from '../audit/model-audits.tsx'
import { cancelRun } from '../queries.ts'
import { texts as aiTexts } from '../texts.ts'
import { LabelMapping } from './label-mapping.tsx'
import { LicensedUse } from './licensed-use.tsx'
import { decoderChoices } from './manifest-draft.ts'
import { ManifestForm } from './manifest-form.tsx'
import { ModelPreview } from './model-preview.tsx'
import { changeState, removeModel, uploadedModelWith } from './queries.ts'
import { StartModelRun } from './start-model-run.tsx'
import { texts } from './texts.ts'
import styles from './uploaded.module.css'
import { ModelState } from './uploaded-list.tsx'

const { card: words } = texts

interface UploadedCardProps {
  projectId: string
  uploadedModelId: string
  mayEdit: boolean
  /** Labels of the catalog. */
  labels: readonly OutlineLabel[]
}

const onError = (error: Error) => showToast({ tone: 'danger', title: words.notChanged, description: sentenceOf(error, aiTexts.refused) })

const isPair = ({ task }: Card) => task === 'interactive'
/** Whether runs apply the model alone. */
const isRun = ({ task }: Card) => task !== 'interactive' && task !== 'embed'

/** Page of a model uploaded by the team: its details, test, labels and runs. */
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
            <ModelState state={card.state} isDecoder={card.isDecoder} />
            <Link to={projectPath(projectId, 'ai/models')}>{words.all}</Link>
          </p>
          {card.failure && (
            <div role="alert">
              <Note>{words.lastFailure(card.failure)}</Note>
            </div>
          )}
          {card.isDecoder && <Note>{words.isDecoder}</Note>}
          {card.state === 'needs_manifest' && card.inspection.warnings.map(warning => <Note key={warning}>{warning}</Note>)}
          {card.state === 'dry_run' && <Testing jobId={card.jobId} />}
          {card.state === 'needs_manifest' && !card.isDecoder && card.mayManage && <ManifestForm card={card} />}
          {card.dryRun?.preview && <ModelPreview preview={card.dryRun.preview} isOfClick={isPair(card)} />}
          {card.state === 'ready' && card.mayManage && card.runCount === 0 && <Corrections card={card} />}
          {card.state === 'ready' && !isRun(card) && <LicensedUse {...{ projectId, card, mayEdit }} />}
          {card.state === 'ready' && isRun(card) && mayEdit && <StartModelRun {...{ projectId, card }} />}
          {card.labels.length > 0 && <LabelMapping {...{ card, labels, mayEdit }} />}
          {card.runCount > 0 && isRun(card) && <ModelAudits projectId={projectId} audits={card.audits} />}
          <FileFacts card={card} />
        </Page>
      )}
    </Loaded>
  )
}

function Actions({ projectId, card }: { projectId: string; card: Card }): ReactNode {
  const navigate = useNavigate()
  const change = useMutation({ ...changeState(card.id), onError })
  const remove = useMutation({ ...removeModel(card.id), onError })
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

/** Button that opens the details form of a tested model, in case the test has revealed wrong details. */
function Corrections({ card }: { card: Card }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div>
        <Button onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
          {isOpen ? words.keepDetails : words.changeDetails}
        </Button>
      </div>
      {isOpen && <ManifestForm card={card} />}
    </>
  )
}

function Testing({ jobId }: { jobId: string | null }) {
  const cancel = useMutation(cancelRun())
  return (
    <>
      <div className={aiStyles.active}>
        <ProgressBar label={words.testing} />
        {jobId && (
          <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate(jobId)}>
            {words.cancelTest}
          </Button>
        )}
      </div>
      <p className={styles.quiet}>{words.testingAbout}</p>
    </>
  )
}

const shapeWords = (shape: readonly (number | null)[]) => `[${shape.map(size => size ?? '?').join(', ')}]`

function FileFacts({ card }: { card: Card }) {
  const { inspection, manifest, dryRun, isGuess } = card
  const { prompts } = inspection
  const decoder = decoderChoices(card.decoders).find(({ value }) => value === manifest.decoder)
  const tensor = ({ name, dtype, shape }: Card['inspection']['input']) => `${name}: ${dtype} ${shapeWords(shape)}`
  return (
    <Section title={words.facts}>
      <Facts
        facts={[
          ...(isGuess
            ? []
            : [
                { name: words.task, value: texts.tasks[manifest.task] },
                ...(decoder ? [{ name: words.decoder, value: decoder.label }] : []),
                { name: words.license, value: manifest.license },
                ...(manifest.source ? [{ name: words.source, value: manifest.source }] : [])
              ]),
          ...(dryRun
            ? [
                { name: dryRun.dimensions ? words.cropSpeed : words.speed, value: texts.list.milliseconds(dryRun.msPerItem) },
                ...(dryRun.dimensions ? [{ name: words.dimensions, value: formatNumber(dryRun.dimensions, 0) }] : []),
                ...(dryRun.msPerClick === undefined ? [] : [{ name: words.clickSpeed, value: texts.list.milliseconds(dryRun.msPerClick) }]),
                { name: words.memory, value: words.megabytes(dryRun.peakMb) },
                { name: words.runtime, value: words.runtimeWords(dryRun.runtime, dryRun.threads) }
              ]
            : []),
          { name: words.file, value: card.fileName },
          { name: words.input, value: tensor(inspection.input) },
          ...(prompts?.length ? [{ name: words.prompts, value: prompts.map(tensor).join(' · ') }] : []),
          { name: words.outputs, value: inspection.outputs.map(tensor).join(' · ') },
          { name: words.opset, value: String(inspection.opset) },
          { name: words.hash, value: <code className={aiStyles.hash}>{card.sha256}</code> },
          ...(card.manifestSha256
            ? [{ name: words.manifestHash, value: <code className={aiStyles.hash}>{card.manifestSha256}</code> }]
            : [])
        ]}
      />
    </Section>
  )
}
