import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ImportReport, RowOutcome } from '../../../../shared/contracts/taxonomy-import.ts'
import { catalogListLimitBytes } from '../../../../shared/limits.ts'
import { ApiError, sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import type { CatalogTree } from '../catalog-tree.ts'
import { refreshCatalog } from '../queries.ts'
import { Choices } from './choices.tsx'
import { ChooseBranch } from './choose-branch.tsx'
import { ChooseSource } from './choose-source.tsx'
import { importWords } from './import-words.ts'
import { PastImport } from './past-import.tsx'
import { catalogImport, copyCatalog, type ImportChoice, importList } from './queries.ts'
import { Report } from './report.tsx'
import { type RowDecisions, writeDecisions } from './row-decisions.tsx'
import type { Source } from './source.ts'
import { texts } from './texts.tsx'

const { dialog: words } = texts

interface ImportDialogProps {
  projectId: string
  tree: CatalogTree
  otherProjects: readonly { id: string; title: string }[]
  /** Shows the labels of an import in the catalog. */
  onSee: (importId: string) => void
  onClose: () => void
}

type Step =
  | { name: 'choose' }
  | { name: 'branch'; project: { id: string; title: string } }
  /** `before`: the report from before the last decision. */
  | { name: 'reading'; source: Source; before?: ImportReport | undefined }
  | { name: 'checked' | 'applying'; source: Source; report: ImportReport }
  | { name: 'failed'; source: Source; error: unknown; applying: boolean }
  | { name: 'done'; importId: string }

/** Dialog that imports labels from a list or another project. It shows the effect of each row before anything is saved. */
// Long: one dialog with its states, and the calls that change them.
export default function ImportDialog({ projectId, tree, otherProjects, onSee, onClose }: ImportDialogProps) {
  const client = useQueryClient()
  const [step, setStep] = useState<Step>({ name: 'choose' })
  const [choice, setChoice] = useState<ImportChoice>({ namesakes: 'ask', under: null })

  const [decided, setDecided] = useState<RowDecisions>(new Map())

  const reading = step.name === 'reading' ? step.source : null
  useEffect(() => {
    if (!reading) return
    const giveUp = new AbortController()
    take(projectId, reading, { ...choice, decisions: writeDecisions(decided), dryRun: true }, giveUp.signal).then(
      report => setStep({ name: 'checked', source: reading, report }),
      error => {
        if (!giveUp.signal.aborted) setStep({ name: 'failed', source: reading, error, applying: false })
      }
    )
    return () => giveUp.abort()
  }, [projectId, reading, choice, decided])

  async function apply(source: Source, report: ImportReport) {
    setStep({ name: 'applying', source, report })
    try {
      const done = await take(projectId, source, { ...choice, decisions: writeDecisions(decided), dryRun: false })
      await refreshCatalog(client, projectId)
      if (done.importId) setStep({ name: 'done', importId: done.importId })
      else onClose()
    } catch (error) {
      setStep({ name: 'failed', source, error, applying: true })
    }
  }

  function choose(part: Partial<ImportChoice>) {
    setChoice({ ...choice, ...part })
    if (step.name === 'checked') setStep({ name: 'reading', source: step.source })
  }

  /** Records a decision on a row. The report stays visible until the list has been compared again. */
  function decide(outcome: RowOutcome, rowChoice: string) {
    const next = new Map(decided)
    if (rowChoice === '') next.delete(outcome.row)
    else next.set(outcome.row, { choice: rowChoice, outcome })
    setDecided(next)
    if (step.name === 'checked') setStep({ name: 'reading', source: step.source, before: step.report })
  }

  function read(source: Source) {
    setDecided(new Map())
    setStep({ name: 'reading', source })
  }

  const again = <Button onClick={() => setStep({ name: 'choose' })}>{words.another}</Button>
  const checked = step.name === 'checked' || step.name === 'applying' ? step : null
  const comparing = step.name === 'reading' && step.before ? { source: step.source, report: step.before } : null
  const shown = checked ?? comparing
  const change = shown ? shown.report.newCount + shown.report.changedCount : 0

  if (step.name === 'done')
    return (
      <Dialog title={words.done} isOpen onClose={onClose} actions={<Button onClick={onClose}>{words.close}</Button>}>
        <Outcome importId={step.importId} onSee={onSee} />
      </Dialog>
    )
  return (
    <Dialog
      title={words.title}
      isOpen
      onClose={onClose}
      size={['choose', 'branch', 'failed'].includes(step.name) ? 'normal' : 'wide'}
      keepOpenOutside
      actions={
        shown && (
          <>
            {again}
            <Button
              variant="primary"
              busy={step.name !== 'checked'}
              disabled={change === 0}
              onClick={() => void apply(shown.source, shown.report)}
            >
              {importWords(shown.report, words.nothing)}
            </Button>
          </>
        )
      }
    >
      {step.name === 'choose' && (
        <ChooseSource
          otherProjects={otherProjects.filter(({ id }) => id !== projectId)}
          onChoose={read}
          onBranch={project => setStep({ name: 'branch', project })}
        />
      )}
      {step.name === 'branch' && <ChooseBranch project={step.project} onChoose={read} onBack={() => setStep({ name: 'choose' })} />}
      {(step.name === 'reading' || checked) && <Choices tree={tree} choice={choice} onChoose={choose} />}
      {step.name === 'reading' && !comparing && <ProgressBar label={words.comparing(step.source.name)} />}
      {shown && <Report sourceName={shown.source.name} report={shown.report} decided={decided} onDecide={decide} />}
      {step.name === 'failed' && (
        <>
          <ErrorPanel
            title={step.applying ? words.notImported : words.notRead}
            detail={sentenceOf(step.error, words.refused)}
            safe={words.safe}
            reference={step.error instanceof ApiError ? step.error.requestId : null}
            onRetry={() => setStep({ name: 'reading', source: step.source })}
          />
          <div>{again}</div>
        </>
      )}
    </Dialog>
  )
}

/** Outcome of the import just made, with an undo button. */
function Outcome({ importId, onSee }: { importId: string; onSee: (importId: string) => void }) {
  return (
    <Loaded
      query={useQuery(catalogImport(importId))}
      failed={words.outcomeFailed}
      skeleton={<SkeletonRows rows={2} label={words.outcomeLoading} />}
    >
      {given => <PastImport given={given} mayEdit onSee={onSee} />}
    </Loaded>
  )
}

async function take(
  projectId: string,
  source: Source,
  choice: ImportChoice & { dryRun: boolean },
  signal?: AbortSignal
): Promise<ImportReport> {
  if (source.kind === 'project') return copyCatalog(projectId, source, choice, signal)
  if (source.file.size > catalogListLimitBytes) throw new Error(words.tooLarge(source.name, catalogListLimitBytes))
  return importList(projectId, source.file, choice, signal)
}
